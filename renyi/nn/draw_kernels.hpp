// The inner loops of a network whose weights differ from draw to draw: small products with the
// hidden unit in the vector's lanes. Rows are padded to `lane_block` units, and padded weights are
// zero. Which layer is which is draw_network.hpp's.
#pragma once

#include <cstdint>

#include "renyi/core/matrix.hpp"

namespace renyi {

enum class Activation : std::uint8_t { relu, tanh, softplus };

namespace kernels {

// Rows are padded to a multiple of this, in floats and in doubles.
inline constexpr Index lane_block = 8;
constexpr Index padded(Index columns) {
  return (columns + lane_block - 1) / lane_block * lane_block;
}

// A block of a draw's weights: rows x columns, one row after another without gaps in mean, sd and
// noise, and with rows of `width`, a multiple of lane_block, in `weights`.
template <class T>
struct WeightBlock {
  const T* mean;
  const T* sd;
  const T* noise;
  T* weights;
  Index rows, columns, width;
};
// weights = mean + sd noise, padded with zeros. Returns the sums of squares of noise and weights.
struct SquaredNorms {
  double noise = 0.0;
  double weights = 0.0;
};
SquaredNorms draw_weights(const WeightBlock<float>& block);
SquaredNorms draw_weights(const WeightBlock<double>& block);

// Sums over draws of d = g - shrink (mean + sd noise), for g a derivative in the weights and the
// prior's pull, and of d noise. No gaps anywhere; up to lane_block numbers behind the last one are
// read in all, and written back as they are in the sums. The first draw of a sum sets it.
template <class T>
struct GradientSums {
  const T* mean;
  const T* sd;
  const T* noise;
  T shrink;
  T* slope_sum;
  T* product_sum;
  bool is_first = false;

  GradientSums from(Index offset) const {
    return {mean + offset,      sd + offset,          noise + offset, shrink,
            slope_sum + offset, product_sum + offset, is_first};
  }
};

// out = parts[0] + parts[1] + ..., in that order and in double.
void sum_parts(const float* const* parts, Index count, Index size, double* out);
void sum_parts(const double* const* parts, Index count, Index size, double* out);

// A B. A: m x k, row-major with rows of a_stride, or column-major with columns of a_stride in
// layer_gradient. B: k x n, row-major, n a multiple of lane_block; up to lane_block numbers behind
// its last row are read, and mean nothing.
template <class T>
struct SmallProduct {
  const T* a;
  Index a_stride;
  const T* b;
  Index b_stride;
  Index m, k, n;
};

// out (m x n) = A B + bias, the row of B behind the k-th, then relu if wanted, with a 1 in column
// `units`, which is padding before: the next layer's bias.
template <class T>
struct LayerForward {
  SmallProduct<T> product;
  T* out;
  Index units;
  bool with_relu;
};
void layer_forward(const LayerForward<float>& layer);
void layer_forward(const LayerForward<double>& layer);

// The derivatives in its weights: adds g = A B, m rows of which `columns` count, to the sums.
template <class T>
struct LayerGradient {
  SmallProduct<T> product;
  Index columns;
  GradientSums<T> sums;
};
void layer_gradient(const LayerGradient<float>& layer);
void layer_gradient(const LayerGradient<double>& layer);

// The derivatives in its inputs: out (m x n) = A B times the activation's derivative, given the
// activation's output.
template <class T>
struct LayerBackward {
  SmallProduct<T> product;
  Activation activation;
  const T* output;
  T* out;
};
void layer_backward(const LayerBackward<float>& layer);
void layer_backward(const LayerBackward<double>& layer);

// to (columns x to_width) = from (rows x width), transposed; to_width and width are multiples of
// lane_block. `to` has rows for whole blocks too; its padding holds anything.
template <class T>
struct Transpose {
  const T* from;
  Index rows, columns, width;
  T* to;
  Index to_width;
};
void transpose(const Transpose<float>& matrix);
void transpose(const Transpose<double>& matrix);

// out[i * out_step] = sum_j hidden(i, j) weights(j). hidden: m x n, n a multiple of lane_block.
template <class T>
struct Readout {
  const T* hidden;
  Index m, n;
  const T* weights;
  T* out;
  Index out_step;
};
void readout_forward(const Readout<float>& readout);
void readout_forward(const Readout<double>& readout);

// Its derivatives, given those of out: hidden_gradient(i, j) = out_gradient[i * step] weights(j),
// or added to what is there, and g(j) = sum_i out_gradient[i * step] hidden(i, j), of which
// `columns` count, goes to the sums. The last of several outputs then multiplies hidden_gradient by
// the activation's derivative.
template <class T>
struct ReadoutGradient {
  const T* hidden;
  Index m, n, columns;
  const T* weights;
  const T* out_gradient;
  Index step;
  T* hidden_gradient;
  GradientSums<T> sums;
  bool first, last;
  Activation activation;
};
void readout_backward(const ReadoutGradient<float>& readout);
void readout_backward(const ReadoutGradient<double>& readout);

// x = activation(x).
void activate(Activation activation, float* x, Index size);
void activate(Activation activation, double* x, Index size);

// The kernels of one instruction set.
template <class T>
struct DrawKernels {
  SquaredNorms (*draw)(const WeightBlock<T>&);
  void (*sum)(const T* const*, Index, Index, double*);
  void (*forward)(const LayerForward<T>&);
  void (*gradient)(const LayerGradient<T>&);
  void (*backward)(const LayerBackward<T>&);
  void (*transpose)(const Transpose<T>&);
  void (*read)(const Readout<T>&);
  void (*read_back)(const ReadoutGradient<T>&);
};

}  // namespace kernels
}  // namespace renyi
