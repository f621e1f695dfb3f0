#include "renyi/nn/dense_kernels.hpp"

#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/nn/dense_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/core/simd/activation-inl.hpp"
#include "renyi/nn/simd/row-inl.hpp"
#include "renyi/nn/simd/slope-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

template <class T, class F>
HWY_INLINE void add_bias_then(const kernels::LayerOutputs<T>& outputs, const T* bias, F f) {
  for (Index row = 0; row < outputs.rows; ++row) {
    T* values = outputs.values + row * outputs.columns;
    for_each_vector<T>(outputs.columns, [&](auto place) HWY_ATTR {
      place.store(f(hn::Add(place.load(values), place.load(bias))), values);
    });
  }
}

void add_bias(const kernels::LayerOutputs<float>& outputs, const float* bias,
              std::optional<Activation> activation) {
  using V = RowVector<float>;
  const RowLanes<float> d;
  if (!activation) return add_bias_then(outputs, bias, [](V v) HWY_ATTR { return v; });
  switch (*activation) {
    case Activation::relu:
      // A NaN is not below zero, so it stays.
      return add_bias_then(outputs, bias, [d](V v) HWY_ATTR {
        return hn::IfThenZeroElse(hn::Lt(v, hn::Zero(d)), v);
      });
    case Activation::tanh:
      return add_bias_then(outputs, bias, [d](V v) HWY_ATTR { return HWY_NAMESPACE::tanh(d, v); });
    case Activation::softplus:
      return add_bias_then(outputs, bias,
                           [d](V v) HWY_ATTR { return HWY_NAMESPACE::softplus(d, v).value; });
  }
}
void add_bias(const kernels::LayerOutputs<double>& outputs, const double* bias,
              std::optional<Activation> activation) {
  add_bias_then(outputs, bias, [](RowVector<double> v) HWY_ATTR { return v; });
  if (activation) kernels::activate(*activation, outputs.values, outputs.rows * outputs.columns);
}

template <class T>
struct Dense {
  using Outputs = kernels::LayerOutputs<T>;
  static constexpr RowLanes<T> d = {};

  static void bias(const Outputs& outputs, const T* bias, std::optional<Activation> activation) {
    HWY_NAMESPACE::add_bias(outputs, bias, activation);
  }

  template <class Slope>
  static HWY_INLINE void multiply_by(const Outputs& gradients, const T* outputs, Slope slope) {
    for_each_vector<T>(gradients.rows * gradients.columns, [&](auto place) HWY_ATTR {
      place.store(slope(d, place.load(outputs), place.load(gradients.values)), gradients.values);
    });
  }
  static void multiply(const Outputs& gradients, const T* outputs, Activation activation) {
    switch (activation) {
      case Activation::relu:
        return multiply_by(gradients, outputs, ReluSlope());
      case Activation::tanh:
        return multiply_by(gradients, outputs, TanhSlope());
      case Activation::softplus:
        return multiply_by(gradients, outputs, SoftplusSlope());
    }
  }

  // Four rows at a time: the sums are read and written a quarter as often.
  static void sum(const Outputs& gradients, T* sums) {
    const Index columns = gradients.columns;
    Index row = 0;
    for (; row + 4 <= gradients.rows; row += 4) {
      const T* values = gradients.values + row * columns;
      for_each_vector<T>(columns, [&](auto place) HWY_ATTR {
        const auto low = hn::Add(place.load(values), place.load(values + columns));
        const auto high =
            hn::Add(place.load(values + 2 * columns), place.load(values + 3 * columns));
        place.store(hn::Add(place.load(sums), hn::Add(low, high)), sums);
      });
    }
    for (; row < gradients.rows; ++row) {
      const T* values = gradients.values + row * columns;
      for_each_vector<T>(columns, [&](auto place) HWY_ATTR {
        place.store(hn::Add(place.load(sums), place.load(values)), sums);
      });
    }
  }

  static void scale(const Outputs& values, const double* factors) {
    for (Index row = 0; row < values.rows; ++row) {
      T* line = values.values + row * values.columns;
      const auto factor = hn::Set(d, static_cast<T>(factors[row]));
      for_each_vector<T>(values.columns, [&](auto place) HWY_ATTR {
        place.store(hn::Mul(factor, place.load(line)), line);
      });
    }
  }
};

template <class T>
constexpr kernels::DenseKernels<T> dense_table = {Dense<T>::bias, Dense<T>::multiply, Dense<T>::sum,
                                                  Dense<T>::scale};
const kernels::DenseKernels<float>* float_dense() { return &dense_table<float>; }
const kernels::DenseKernels<double>* double_dense() { return &dense_table<double>; }

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::kernels {
namespace {
using namespace simd;  // for the dispatch tables' names
HWY_EXPORT(float_dense);
HWY_EXPORT(double_dense);
}  // namespace

template <>
const DenseKernels<float>& dense_kernels<float>() {
  return *HWY_DYNAMIC_DISPATCH(float_dense)();
}
template <>
const DenseKernels<double>& dense_kernels<double>() {
  return *HWY_DYNAMIC_DISPATCH(double_dense)();
}

}  // namespace renyi::kernels
#endif
