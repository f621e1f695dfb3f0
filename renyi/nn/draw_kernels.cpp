#include "renyi/nn/draw_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "renyi/core/log_space.hpp"
#include "renyi/core/simd/targets-inl.hpp"
#include "renyi/core/vector_math.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/nn/draw_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/nn/simd/draw-inl.hpp"
#include "renyi/nn/simd/layer-inl.hpp"
#include "renyi/nn/simd/readout-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

// Qualified names: by its arguments alone a call would find the dispatching function again.
template <class T>
struct Kernels {
  static kernels::SquaredNorms draw(const kernels::WeightDraw<T>& p) {
    return HWY_NAMESPACE::draw_weights(p);
  }
  static void add(const kernels::GradientSums<T>& sums, const kernels::DrawGradient<T>* draws,
                  Index count, Index size) {
    HWY_NAMESPACE::add_gradients(sums, draws, count, size);
  }
  static void sum(const kernels::PartSums<T>& p) { HWY_NAMESPACE::sum_parts(p); }
  static void forward(const kernels::LayerForward<T>& p) { HWY_NAMESPACE::layer_forward(p); }
  static void gradient(const kernels::LayerGradient<T>& p) { HWY_NAMESPACE::layer_gradient(p); }
  static void backward(const kernels::LayerBackward<T>& p) {
    HWY_NAMESPACE::layer_backward(p, p.activation);
  }
  static void read(const kernels::Readout<T>& p) { HWY_NAMESPACE::readout_forward(p); }
  static void read_gradient(const kernels::ReadoutGradient<T>& p) {
    HWY_NAMESPACE::readout_gradient(p);
  }
  static void read_back(const kernels::ReadoutBackward<T>& p) {
    switch (p.activation) {
      case Activation::relu:
        return HWY_NAMESPACE::readout_backward(p, ReluSlope());
      case Activation::tanh:
        return HWY_NAMESPACE::readout_backward(p, TanhSlope());
      case Activation::softplus:
        return HWY_NAMESPACE::readout_backward(p, SoftplusSlope());
    }
  }
};

// What one dispatch gives: all kernels of a scalar type.
template <class T>
constexpr kernels::DrawKernels<T> table = {
    Kernels<T>::draw,    Kernels<T>::add,           Kernels<T>::sum,
    Kernels<T>::forward, Kernels<T>::gradient,      Kernels<T>::backward,
    Kernels<T>::read,    Kernels<T>::read_gradient, Kernels<T>::read_back};
const kernels::DrawKernels<float>* float_kernels() { return &table<float>; }
const kernels::DrawKernels<double>* double_kernels() { return &table<double>; }

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::kernels {
namespace {
using namespace simd;  // for the dispatch tables' names
HWY_EXPORT(float_kernels);
HWY_EXPORT(double_kernels);

const DrawKernels<float>& of(float /*scalar*/) { return *HWY_DYNAMIC_DISPATCH(float_kernels)(); }
const DrawKernels<double>& of(double /*scalar*/) { return *HWY_DYNAMIC_DISPATCH(double_kernels)(); }

}  // namespace

SquaredNorms draw_weights(const WeightDraw<float>& draw) { return of(0.0f).draw(draw); }
SquaredNorms draw_weights(const WeightDraw<double>& draw) { return of(0.0).draw(draw); }
void add_gradients(const GradientSums<float>& sums, const DrawGradient<float>* draws, Index count,
                   Index size) {
  of(0.0f).add(sums, draws, count, size);
}
void add_gradients(const GradientSums<double>& sums, const DrawGradient<double>* draws, Index count,
                   Index size) {
  of(0.0).add(sums, draws, count, size);
}
void sum_parts(const PartSums<float>& sums) { of(0.0f).sum(sums); }
void sum_parts(const PartSums<double>& sums) { of(0.0).sum(sums); }
void layer_forward(const LayerForward<float>& layer) { of(0.0f).forward(layer); }
void layer_forward(const LayerForward<double>& layer) { of(0.0).forward(layer); }
void layer_gradient(const LayerGradient<float>& layer) { of(0.0f).gradient(layer); }
void layer_gradient(const LayerGradient<double>& layer) { of(0.0).gradient(layer); }
void layer_backward(const LayerBackward<float>& layer) { of(0.0f).backward(layer); }
void layer_backward(const LayerBackward<double>& layer) { of(0.0).backward(layer); }
void readout_forward(const Readout<float>& readout) { of(0.0f).read(readout); }
void readout_forward(const Readout<double>& readout) { of(0.0).read(readout); }
void readout_gradient(const ReadoutGradient<float>& readout) { of(0.0f).read_gradient(readout); }
void readout_gradient(const ReadoutGradient<double>& readout) { of(0.0).read_gradient(readout); }
void readout_backward(const ReadoutBackward<float>& readout) { of(0.0f).read_back(readout); }
void readout_backward(const ReadoutBackward<double>& readout) { of(0.0).read_back(readout); }

void activate(Activation activation, float* x, Index size) {
  const std::span<float> all(x, static_cast<std::size_t>(size));
  switch (activation) {
    case Activation::relu:
      return relu(all, all);
    case Activation::tanh:
      return tanh(all, all);
    case Activation::softplus:
      return softplus(all, all);
  }
}
// In double only to check the float kernels: no vectors.
void activate(Activation activation, double* x, Index size) {
  switch (activation) {
    case Activation::relu:
      std::transform(x, x + size, x, [](double v) { return std::max(v, 0.0); });
      return;
    case Activation::tanh:
      std::transform(x, x + size, x, [](double v) { return std::tanh(v); });
      return;
    case Activation::softplus:
      std::transform(x, x + size, x, [](double v) { return renyi::softplus(v); });
      return;
  }
}

}  // namespace renyi::kernels
#endif
