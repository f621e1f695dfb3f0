#include "renyi/nn/draw_network.hpp"

#include <algorithm>

namespace renyi {
template <class T>
void NetworkScratch<T>::reserve(const NetworkLayout& layout, Index rows) {
  Index widest = layout.input_width(), largest = 0;
  Index previous = 0;
  for (const WeightMatrix& matrix : layout.matrices()) {
    widest = std::max(widest, matrix.width);
    largest = std::max(largest, matrix.width * previous);
    previous = matrix.width;
  }
  slopes.resize(static_cast<std::size_t>(rows * widest + kernels::lane_block));
  earlier_slopes.resize(slopes.size());
  transposed.resize(static_cast<std::size_t>(largest + kernels::lane_block));
}

template <class T>
void network_forward(const NetworkLayout& layout, const T* weights, const T* inputs, Index rows,
                     T* hidden, T* outputs) {
  const Activation activation = layout.shape().activation;
  const T* in = inputs;
  Index in_width = layout.input_width();
  for (Index l = 0; l < layout.hidden_layers(); ++l) {
    const WeightMatrix& matrix = layout.matrices()[static_cast<std::size_t>(l)];
    kernels::layer_forward(kernels::LayerForward<T>{.product = {.a = in,
                                                                .a_stride = in_width,
                                                                .b = weights + matrix.padded_offset,
                                                                .b_stride = matrix.width,
                                                                .m = rows,
                                                                .k = matrix.rows - 1,
                                                                .n = matrix.width},
                                                    .out = hidden,
                                                    .units = matrix.columns,
                                                    .with_relu = activation == Activation::relu});
    if (activation != Activation::relu) {
      kernels::activate(activation, hidden, rows * matrix.width);
      for (Index i = 0; i < rows; ++i) hidden[i * matrix.width + matrix.columns] = T{1};
    }
    in = hidden;
    in_width = matrix.width;
    hidden += rows * matrix.width;
  }
  const WeightMatrix& last = layout.output_matrix();
  for (Index c = 0; c < last.rows; ++c)
    kernels::readout_forward(
        kernels::Readout<T>{.hidden = in,
                            .m = rows,
                            .n = last.width,
                            .weights = weights + last.padded_offset + c * last.width,
                            .out = outputs + c,
                            .out_step = last.rows});
}

template <class T>
void network_backward(const NetworkLayout& layout, const T* weights, const T* inputs, Index rows,
                      const T* hidden, const T* output_gradients, NetworkScratch<T>& scratch,
                      const kernels::GradientSums<T>& sums) {
  const Activation activation = layout.shape().activation;
  const WeightMatrix& last = layout.output_matrix();
  const Index layers = layout.hidden_layers();
  const T* top = layers == 0 ? inputs : hidden + rows * (layout.hidden_width() - last.width);
  T* slopes = scratch.slopes.data();
  T* earlier = scratch.earlier_slopes.data();
  for (Index c = 0; c < last.rows; ++c)
    kernels::readout_backward(
        kernels::ReadoutGradient<T>{.hidden = top,
                                    .m = rows,
                                    .n = last.width,
                                    .columns = last.columns,
                                    .weights = weights + last.padded_offset + c * last.width,
                                    .out_gradient = output_gradients + c,
                                    .step = last.rows,
                                    .hidden_gradient = slopes,
                                    .sums = sums.from(last.offset + c * last.columns),
                                    .first = c == 0,
                                    .last = c + 1 == last.rows,
                                    .activation = activation});
  for (Index l = layers - 1; l >= 0; --l) {
    const WeightMatrix& matrix = layout.matrices()[static_cast<std::size_t>(l)];
    const Index in_width =
        l == 0 ? layout.input_width() : layout.matrices()[static_cast<std::size_t>(l) - 1].width;
    const T* in = l == 0 ? inputs : top - rows * in_width;
    kernels::layer_gradient(kernels::LayerGradient<T>{.product = {.a = in,
                                                                  .a_stride = in_width,
                                                                  .b = slopes,
                                                                  .b_stride = matrix.width,
                                                                  .m = matrix.rows,
                                                                  .k = rows,
                                                                  .n = matrix.width},
                                                      .columns = matrix.columns,
                                                      .sums = sums.from(matrix.offset)});
    if (l == 0) break;
    T* turned = scratch.transposed.data();
    kernels::transpose(kernels::Transpose<T>{.from = weights + matrix.padded_offset,
                                             .rows = matrix.rows - 1,
                                             .columns = matrix.columns,
                                             .width = matrix.width,
                                             .to = turned,
                                             .to_width = in_width});
    kernels::layer_backward(kernels::LayerBackward<T>{.product = {.a = slopes,
                                                                  .a_stride = matrix.width,
                                                                  .b = turned,
                                                                  .b_stride = in_width,
                                                                  .m = rows,
                                                                  .k = matrix.columns,
                                                                  .n = in_width},
                                                      .activation = activation,
                                                      .output = in,
                                                      .out = earlier});
    std::swap(slopes, earlier);
    top = in;
  }
}

template struct NetworkScratch<float>;
template struct NetworkScratch<double>;
template void network_forward(const NetworkLayout&, const float*, const float*, Index, float*,
                              float*);
template void network_forward(const NetworkLayout&, const double*, const double*, Index, double*,
                              double*);
template void network_backward(const NetworkLayout&, const float*, const float*, Index,
                               const float*, const float*, NetworkScratch<float>&,
                               const kernels::GradientSums<float>&);
template void network_backward(const NetworkLayout&, const double*, const double*, Index,
                               const double*, const double*, NetworkScratch<double>&,
                               const kernels::GradientSums<double>&);

}  // namespace renyi
