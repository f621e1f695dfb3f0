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
#include "renyi/nn/simd/small_matmul-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

// Qualified names: by its arguments alone a call would find the dispatching function again.
template <class T>
struct Kernels {
  static void multiply(const kernels::SmallProduct<T>& p) { HWY_NAMESPACE::small_matmul<false>(p); }
  static void multiply_relu(const kernels::SmallProduct<T>& p) {
    HWY_NAMESPACE::small_matmul<true>(p);
  }
  static kernels::SquaredNorms draw(const kernels::WeightBlock<T>& p) {
    return HWY_NAMESPACE::draw_weights(p);
  }
  static void add(const kernels::GradientBlock<T>& p) { HWY_NAMESPACE::add_gradient(p); }
  static void read(const kernels::Readout<T>& p) { HWY_NAMESPACE::readout_forward(p); }
  static void read_back(const kernels::ReadoutGradient<T>& p) {
    if (!p.last) return HWY_NAMESPACE::readout_backward(p, NoSlope());
    switch (p.activation) {
      case Activation::relu:
        return HWY_NAMESPACE::readout_backward(p, ReluSlope());
      case Activation::tanh:
        return HWY_NAMESPACE::readout_backward(p, TanhSlope());
      case Activation::softplus:
        return HWY_NAMESPACE::readout_backward(p, SoftplusSlope());
    }
  }
  static void slope(Activation activation, const T* output, T* gradient, Index size) {
    switch (activation) {
      case Activation::relu:
        return HWY_NAMESPACE::slope_backward(output, gradient, size, ReluSlope());
      case Activation::tanh:
        return HWY_NAMESPACE::slope_backward(output, gradient, size, TanhSlope());
      case Activation::softplus:
        return HWY_NAMESPACE::slope_backward(output, gradient, size, SoftplusSlope());
    }
  }
};

// What one dispatch gives: all kernels of a scalar type.
template <class T>
constexpr kernels::DrawKernels<T> table = {
    Kernels<T>::multiply, Kernels<T>::multiply_relu, Kernels<T>::draw, Kernels<T>::add,
    Kernels<T>::read,     Kernels<T>::read_back,     Kernels<T>::slope};
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

void small_matmul(const SmallProduct<float>& product, bool with_relu) {
  with_relu ? of(0.0f).multiply_relu(product) : of(0.0f).multiply(product);
}
void small_matmul(const SmallProduct<double>& product, bool with_relu) {
  with_relu ? of(0.0).multiply_relu(product) : of(0.0).multiply(product);
}
SquaredNorms draw_weights(const WeightBlock<float>& block) { return of(0.0f).draw(block); }
SquaredNorms draw_weights(const WeightBlock<double>& block) { return of(0.0).draw(block); }
void add_gradient(const GradientBlock<float>& block) { of(0.0f).add(block); }
void add_gradient(const GradientBlock<double>& block) { of(0.0).add(block); }
void readout_forward(const Readout<float>& readout) { of(0.0f).read(readout); }
void readout_forward(const Readout<double>& readout) { of(0.0).read(readout); }
void readout_backward(const ReadoutGradient<float>& readout) { of(0.0f).read_back(readout); }
void readout_backward(const ReadoutGradient<double>& readout) { of(0.0).read_back(readout); }
void activate_backward(Activation activation, const float* output, float* gradient, Index size) {
  of(0.0f).slope(activation, output, gradient, size);
}
void activate_backward(Activation activation, const double* output, double* gradient, Index size) {
  of(0.0).slope(activation, output, gradient, size);
}

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
