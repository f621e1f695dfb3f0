// Loops over the rows of one layer's outputs, between the matrix products: biases, activations and
// their derivatives. The products are core's, their order dense_network.hpp's.
#pragma once

#include <optional>

#include "renyi/core/matrix.hpp"
#include "renyi/nn/draw_kernels.hpp"

namespace renyi::kernels {

// rows x columns numbers, one row after another.
template <class T>
struct LayerOutputs {
  T* values;
  Index rows, columns;
};

template <class T>
struct DenseKernels {
  // values = activation(values + bias), row by row; without an activation values + bias.
  void (*add_bias)(const LayerOutputs<T>& outputs, const T* bias,
                   std::optional<Activation> activation);
  // gradients *= the activation's derivative at its outputs. Both are of one shape.
  void (*multiply_slopes)(const LayerOutputs<T>& gradients, const T* outputs,
                          Activation activation);
  // sums[column] += the column's sum.
  void (*add_column_sums)(const LayerOutputs<T>& gradients, T* sums);
  // Row r times factors[r].
  void (*scale_rows)(const LayerOutputs<T>& values, const double* factors);
};

// The best for this machine.
template <class T>
const DenseKernels<T>& dense_kernels();

}  // namespace renyi::kernels
