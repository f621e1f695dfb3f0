#include "renyi/nn/draw_network.hpp"

#include <algorithm>

namespace renyi {
template <class T>
void NetworkScratch<T>::reserve(const NetworkLayout& layout, Index rows) {
  Index widest = 0;
  for (const Index units : layout.shape().hidden) widest = std::max(widest, kernels::padded(units));
  const Index stride = kernels::padded(rows);
  output_slopes.resize(static_cast<std::size_t>(layout.shape().outputs * stride));
  slopes.resize(static_cast<std::size_t>(widest * stride));
  earlier_slopes.resize(slopes.size());
  turned.resize(slopes.size());
}

template <class T>
void network_forward(const NetworkLayout& layout, const T* weights, const T* inputs, Index rows,
                     T* hidden, T* outputs) {
  const Activation activation = layout.shape().activation;
  const Index stride = kernels::padded(rows);
  const T* in = inputs;
  for (Index l = 0; l < layout.hidden_layers(); ++l) {
    const WeightMatrix& matrix = layout.matrices()[static_cast<std::size_t>(l)];
    kernels::layer_forward(kernels::LayerForward<T>{.in = in,
                                                    .rows = rows,
                                                    .inputs = matrix.rows - 1,
                                                    .units = matrix.columns,
                                                    .weights = weights + matrix.offset,
                                                    .out = hidden,
                                                    .with_relu = activation == Activation::relu});
    if (activation != Activation::relu)
      kernels::activate(activation, hidden, matrix.columns * stride);
    in = hidden;
    hidden += (matrix.columns + 1) * stride;
  }
  const WeightMatrix& last = layout.output_matrix();
  kernels::readout_forward(kernels::Readout<T>{.in = in,
                                               .rows = rows,
                                               .lines = last.columns,
                                               .outputs = last.rows,
                                               .weights = weights + last.offset,
                                               .out = outputs});
}

template <class T>
void network_backward(const NetworkLayout& layout, const T* weights, const T* inputs, Index rows,
                      const T* hidden, const T* output_gradients, NetworkScratch<T>& scratch,
                      T* gradient) {
  const Index stride = kernels::padded(rows);
  const auto& matrices = layout.matrices();
  const WeightMatrix* matrix = &matrices.back();
  T* slopes = scratch.output_slopes.data();
  for (Index c = 0; c < matrix->rows; ++c) {
    T* line = slopes + c * stride;
    for (Index i = 0; i < rows; ++i) line[i] = output_gradients[i * matrix->rows + c];
    std::fill(line + rows, line + stride, T{0});
  }

  Index layer = layout.hidden_layers();
  // The lines that a layer reads are those before its own.
  const T* in = layer == 0 ? inputs : hidden + (layout.hidden_lines() - matrix->columns) * stride;
  kernels::readout_gradient(kernels::ReadoutGradient<T>{.in = in,
                                                        .rows = rows,
                                                        .lines = matrix->columns,
                                                        .outputs = matrix->rows,
                                                        .slopes = slopes,
                                                        .gradient = gradient + matrix->offset});
  T* own = scratch.slopes.data();
  T* earlier = scratch.earlier_slopes.data();
  for (; layer > 0; --layer) {
    const bool is_readout = layer == layout.hidden_layers();
    kernels::layer_backward(
        kernels::LayerBackward<T>{.slopes = slopes,
                                  .rows = rows,
                                  .inputs = (is_readout ? matrix->columns : matrix->rows) - 1,
                                  .units = is_readout ? matrix->rows : matrix->columns,
                                  .weights = weights + matrix->offset,
                                  .is_readout = is_readout,
                                  .activation = layout.shape().activation,
                                  .in = in,
                                  .out = own});
    matrix = &matrices[static_cast<std::size_t>(layer) - 1];
    in = layer == 1 ? inputs : in - matrix->rows * stride;
    kernels::layer_gradient(kernels::LayerGradient<T>{.in = in,
                                                      .rows = rows,
                                                      .lines = matrix->rows,
                                                      .units = matrix->columns,
                                                      .slopes = own,
                                                      .turned = scratch.turned.data(),
                                                      .gradient = gradient + matrix->offset});
    slopes = own;
    std::swap(own, earlier);
  }
}

template struct NetworkScratch<float>;
template struct NetworkScratch<double>;
template void network_forward(const NetworkLayout&, const float*, const float*, Index, float*,
                              float*);
template void network_forward(const NetworkLayout&, const double*, const double*, Index, double*,
                              double*);
template void network_backward(const NetworkLayout&, const float*, const float*, Index,
                               const float*, const float*, NetworkScratch<float>&, float*);
template void network_backward(const NetworkLayout&, const double*, const double*, Index,
                               const double*, const double*, NetworkScratch<double>&, double*);

}  // namespace renyi
