// A multi-layer perceptron under one draw of its weights, for the rows of a minibatch: forward, and
// backward given the derivatives of its outputs. Where the draw comes from is left to callers.
#pragma once

#include "renyi/core/aligned_vector.hpp"
#include "renyi/nn/network_layout.hpp"

namespace renyi {

// Memory for the backward pass of one draw; one a thread.
template <class T>
struct NetworkScratch {
  AlignedVector<T> slopes, earlier_slopes, transposed;
  void reserve(const NetworkLayout& layout, Index rows);
};

// weights: padded_parameters(), as laid out by `layout`.
// inputs: rows x input_width(), with a 1 behind the last input of each row, then zeros.
// hidden: rows x width of each layer, one layer after another: rows * hidden_width() in all.
// outputs: rows x outputs, without gaps.
template <class T>
void network_forward(const NetworkLayout& layout, const T* weights, const T* inputs, Index rows,
                     T* hidden, T* outputs);

// Adds the derivatives of sum output_gradients * outputs in the weights to the sums, which start
// with the first weight. `hidden` as network_forward left it. Of the weights those of the first
// hidden layer are not read.
template <class T>
void network_backward(const NetworkLayout& layout, const T* weights, const T* inputs, Index rows,
                      const T* hidden, const T* output_gradients, NetworkScratch<T>& scratch,
                      const kernels::GradientSums<T>& sums);

}  // namespace renyi
