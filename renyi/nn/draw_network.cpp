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

namespace {

// From the outputs to the last hidden layer: what its units' slopes are, in `slopes` and perhaps in
// scratch.turned. Returns whether they are there.
template <class T>
bool readout_to_hidden(const NetworkLayout& layout, const T* weights, const T* in, Index rows,
                       NetworkScratch<T>& scratch, T* slopes, T* gradient) {
  const WeightMatrix& matrix = layout.output_matrix();
  const Activation activation = layout.shape().activation;
  if (layout.hidden_layers() > 0 && matrix.rows == 1) {
    kernels::readout_backward(kernels::ReadoutBackward<T>{.in = in,
                                                          .rows = rows,
                                                          .lines = matrix.columns,
                                                          .weights = weights + matrix.offset,
                                                          .slopes = scratch.output_slopes.data(),
                                                          .activation = activation,
                                                          .all_lines = layout.hidden_layers() > 1,
                                                          .gradient = gradient + matrix.offset,
                                                          .turned = scratch.turned.data(),
                                                          .out = slopes});
    return true;
  }
  kernels::readout_gradient(kernels::ReadoutGradient<T>{.in = in,
                                                        .rows = rows,
                                                        .lines = matrix.columns,
                                                        .outputs = matrix.rows,
                                                        .slopes = scratch.output_slopes.data(),
                                                        .gradient = gradient + matrix.offset});
  if (layout.hidden_layers() > 0)
    kernels::layer_backward(kernels::LayerBackward<T>{.slopes = scratch.output_slopes.data(),
                                                      .rows = rows,
                                                      .inputs = matrix.columns - 1,
                                                      .units = matrix.rows,
                                                      .weights = weights + matrix.offset,
                                                      .is_readout = true,
                                                      .activation = activation,
                                                      .in = in,
                                                      .out = slopes});
  return false;
}

}  // namespace

template <class T>
void network_backward(const NetworkLayout& layout, const T* weights, const T* inputs, Index rows,
                      const T* hidden, const T* output_gradients, NetworkScratch<T>& scratch,
                      T* gradient) {
  const Index stride = kernels::padded(rows), outputs = layout.shape().outputs;
  for (Index c = 0; c < outputs; ++c) {
    T* line = scratch.output_slopes.data() + c * stride;
    for (Index i = 0; i < rows; ++i) line[i] = output_gradients[i * outputs + c];
    std::fill(line + rows, line + stride, T{0});
  }
  // What a layer gives is what the next one reads, before that one's own.
  const T* out = layout.hidden_layers() == 0
                     ? inputs
                     : hidden + (layout.hidden_lines() - layout.output_matrix().columns) * stride;
  T* slopes = scratch.slopes.data();
  T* earlier = scratch.earlier_slopes.data();
  bool is_turned = readout_to_hidden(layout, weights, out, rows, scratch, slopes, gradient);
  for (Index layer = layout.hidden_layers() - 1; layer >= 0; --layer) {
    const WeightMatrix& matrix = layout.matrices()[static_cast<std::size_t>(layer)];
    const T* in = layer == 0 ? inputs : out - matrix.rows * stride;
    kernels::layer_gradient(kernels::LayerGradient<T>{.in = in,
                                                      .rows = rows,
                                                      .lines = matrix.rows,
                                                      .units = matrix.columns,
                                                      .slopes = slopes,
                                                      .turned = scratch.turned.data(),
                                                      .is_turned = is_turned,
                                                      .gradient = gradient + matrix.offset});
    if (layer == 0) break;
    kernels::layer_backward(kernels::LayerBackward<T>{.slopes = slopes,
                                                      .rows = rows,
                                                      .inputs = matrix.rows - 1,
                                                      .units = matrix.columns,
                                                      .weights = weights + matrix.offset,
                                                      .is_readout = false,
                                                      .activation = layout.shape().activation,
                                                      .in = in,
                                                      .out = earlier});
    std::swap(slopes, earlier);
    is_turned = false;
    out = in;
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
