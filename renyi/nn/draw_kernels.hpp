// The inner loops of a network whose weights differ from draw to draw: small products with the rows
// of a minibatch in the vector's lanes. What belongs to a unit, a number for each row, is a line of
// padded(rows) numbers, and a layer is its units' lines, one after another. Which layer is which is
// draw_network.hpp's.
#pragma once

#include <cstdint>

#include "renyi/core/matrix.hpp"

namespace renyi {

enum class Activation : std::uint8_t { relu, tanh, softplus };

namespace kernels {

// What is read and written in whole vectors is padded to a multiple of this.
inline constexpr Index lane_block = 16;
constexpr Index padded(Index numbers) {
  return (numbers + lane_block - 1) / lane_block * lane_block;
}

// weights = mean + sd noise. Returns the sums of squares of noise and weights. Whole vectors are
// read and written, up to padded(size) numbers; behind the size they mean nothing.
template <class T>
struct WeightDraw {
  const T* mean;
  const T* sd;
  const T* noise;
  T* weights;
  Index size;
};
struct SquaredNorms {
  double noise = 0.0;
  double weights = 0.0;
};
SquaredNorms draw_weights(const WeightDraw<float>& draw);
SquaredNorms draw_weights(const WeightDraw<double>& draw);

// Sums over draws of d = g - shrink (mean + sd noise), for g a derivative in the weights and the
// prior's pull, and of d noise. The first draws of a sum set it.
template <class T>
struct GradientSums {
  const T* mean = nullptr;
  const T* sd = nullptr;
  T* slope_sum = nullptr;
  T* product_sum = nullptr;
  bool is_first = false;
};
template <class T>
struct DrawGradient {
  const T* gradient;
  const T* noise;
  T shrink;
};
// Adds so many draws, of so many weights, in whole vectors as above. Sums are read and written once
// for up to draws_together.
inline constexpr Index draws_together = 2;
void add_gradients(const GradientSums<float>& sums, const DrawGradient<float>* draws, Index count,
                   Index size);
void add_gradients(const GradientSums<double>& sums, const DrawGradient<double>* draws, Index count,
                   Index size);

// out = parts[0] + parts[1] + ..., in that order and in double; times factors, plus offset, where
// there are factors.
template <class T>
struct PartSums {
  const T* const* parts = nullptr;
  Index count = 0, size = 0;
  double* out = nullptr;
  const T* factors = nullptr;
  double offset = 0.0;
};
void sum_parts(const PartSums<float>& sums);
void sum_parts(const PartSums<double>& sums);

// out = in * weights + bias, then relu if wanted: lines of inputs to those of units, and a line of
// ones, the next layer's bias. weights: (inputs + 1) x units, the last row the bias.
template <class T>
struct LayerForward {
  const T* in;
  Index rows, inputs, units;
  const T* weights;
  T* out;
  bool with_relu;
};
void layer_forward(const LayerForward<float>& layer);
void layer_forward(const LayerForward<double>& layer);

// The derivatives in its weights, (inputs + 1) x units, given those in its units: slopes, with room
// for padded(units) lines. `lines` is inputs + 1, and the last line of `in` is ones. turned: rows
// of padded(units) numbers, as many as a line's. Where is_turned, they hold what of the slopes
// fills whole vectors, as readout_backward left them, and those lines are not read.
template <class T>
struct LayerGradient {
  const T* in;
  Index rows, lines, units;
  const T* slopes;
  T* turned;
  bool is_turned;
  T* gradient;
};
void layer_gradient(const LayerGradient<float>& layer);
void layer_gradient(const LayerGradient<double>& layer);

// The derivatives in its inputs, times the derivative of the activation that the inputs are outputs
// of. The readout's weights are units x (inputs + 1).
template <class T>
struct LayerBackward {
  const T* slopes;
  Index rows, inputs, units;
  const T* weights;
  bool is_readout;
  Activation activation;
  const T* in;
  T* out;
};
void layer_backward(const LayerBackward<float>& layer);
void layer_backward(const LayerBackward<double>& layer);

// out (rows x outputs, no gaps) = in * weights; weights: outputs x lines.
template <class T>
struct Readout {
  const T* in;
  Index rows, lines, outputs;
  const T* weights;
  T* out;
};
void readout_forward(const Readout<float>& readout);
void readout_forward(const Readout<double>& readout);

// The derivatives in its weights, given those in the outputs as lines, with zeros behind the rows.
template <class T>
struct ReadoutGradient {
  const T* in;
  Index rows, lines, outputs;
  const T* slopes;
  T* gradient;
};
void readout_gradient(const ReadoutGradient<float>& readout);
void readout_gradient(const ReadoutGradient<double>& readout);

// Both derivatives of the readout of hidden units to one output, in one pass: in its weights, and
// in its inputs as layer_backward has them, in `turned` as layer_gradient takes them. As lines in
// `out` come those that layer_gradient reads, or all that layer_backward would give.
template <class T>
struct ReadoutBackward {
  const T* in;
  Index rows, lines;
  const T* weights;
  const T* slopes;
  Activation activation;
  bool all_lines;
  T* gradient;
  T* turned;
  T* out;
};
void readout_backward(const ReadoutBackward<float>& readout);
void readout_backward(const ReadoutBackward<double>& readout);

// x = activation(x).
void activate(Activation activation, float* x, Index size);
void activate(Activation activation, double* x, Index size);

// The kernels of one instruction set.
template <class T>
struct DrawKernels {
  SquaredNorms (*draw)(const WeightDraw<T>&);
  void (*add)(const GradientSums<T>&, const DrawGradient<T>*, Index, Index);
  void (*sum)(const PartSums<T>&);
  void (*forward)(const LayerForward<T>&);
  void (*gradient)(const LayerGradient<T>&);
  void (*backward)(const LayerBackward<T>&);
  void (*read)(const Readout<T>&);
  void (*read_gradient)(const ReadoutGradient<T>&);
  void (*read_back)(const ReadoutBackward<T>&);
};

}  // namespace kernels
}  // namespace renyi
