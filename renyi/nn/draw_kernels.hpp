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

// C = A B. A: m x k, entry (i, p) at a[i * a_row + p * a_step], so that it may be a transpose.
// B: k x n and C: m x n, row-major, n a multiple of lane_block.
template <class T>
struct SmallProduct {
  const T* a;
  Index a_row, a_step;
  const T* b;
  Index b_stride;
  T* c;
  Index c_stride;
  Index m, k, n;
};
void small_matmul(const SmallProduct<float>& product, bool with_relu = false);
void small_matmul(const SmallProduct<double>& product, bool with_relu = false);

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

// What one draw adds to the gradient, a block: with d = gradient - shrink * weights (the prior's
// pull), mean += d and noise_product += d noise. gradient and weights have rows of
// `width`, the others no gaps.
template <class T>
struct GradientBlock {
  const T* gradient;
  const T* weights;
  const T* noise;
  T* mean;
  T* noise_product;
  Index rows, columns, width;
  T shrink;
};
void add_gradient(const GradientBlock<float>& block);
void add_gradient(const GradientBlock<double>& block);

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
// or added to what is there, and weight_gradient(j) = sum_i out_gradient[i * step] hidden(i, j).
// The last of several outputs then multiplies hidden_gradient by the activation's derivative.
template <class T>
struct ReadoutGradient {
  const T* hidden;
  Index m, n;
  const T* weights;
  const T* out_gradient;
  Index step;
  T* hidden_gradient;
  T* weight_gradient;
  bool first, last;
  Activation activation;
};
void readout_backward(const ReadoutGradient<float>& readout);
void readout_backward(const ReadoutGradient<double>& readout);

// x = activation(x), and gradient *= its derivative, given its output.
void activate(Activation activation, float* x, Index size);
void activate(Activation activation, double* x, Index size);
void activate_backward(Activation activation, const float* output, float* gradient, Index size);
void activate_backward(Activation activation, const double* output, double* gradient, Index size);

// The kernels of one instruction set.
template <class T>
struct DrawKernels {
  void (*multiply)(const SmallProduct<T>&);
  void (*multiply_relu)(const SmallProduct<T>&);
  SquaredNorms (*draw)(const WeightBlock<T>&);
  void (*add)(const GradientBlock<T>&);
  void (*read)(const Readout<T>&);
  void (*read_back)(const ReadoutGradient<T>&);
  void (*slope)(Activation, const T*, T*, Index);
};

}  // namespace kernels
}  // namespace renyi
