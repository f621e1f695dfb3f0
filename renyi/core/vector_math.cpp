#include "renyi/core/vector_math.hpp"

#include <cstring>
#include <string>

#include "renyi/core/error.hpp"
#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/core/vector_math.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/core/simd/activation-inl.hpp"
#include "renyi/core/simd/exp-inl.hpp"
#include "renyi/core/simd/log-inl.hpp"
#include "renyi/core/simd/sum-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// out_i = f(x_i). The rest goes through the same code, padded with an element of its own.
template <class T, class F>
HWY_INLINE void map(const T* x, std::size_t n, T* out, F f) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(f(d, hn::LoadU(d, x + i)), d, out + i);
  if (i == n) return;
  HWY_ALIGN T rest[HWY_MAX_BYTES / sizeof(T)];
  for (T& value : rest) value = x[i];
  std::memcpy(rest, x + i, (n - i) * sizeof(T));
  hn::Store(f(d, hn::Load(d, rest)), d, rest);
  std::memcpy(out + i, rest, (n - i) * sizeof(T));
}

using F = hn::ScalableTag<float>;
using VF = hn::Vec<F>;
using VD = hn::Vec<hn::ScalableTag<double>>;

void exp_float(const float* x, std::size_t n, float* out) {
  map(x, n, out, [](auto d, VF v) HWY_ATTR { return exp(d, v); });
}
void log_float(const float* x, std::size_t n, float* out) {
  map(x, n, out, [](auto d, VF v) HWY_ATTR { return log(d, v); });
}
void log1p_float(const float* x, std::size_t n, float* out) {
  map(x, n, out, [](auto d, VF v) HWY_ATTR { return log1p(d, v); });
}
void tanh_float(const float* x, std::size_t n, float* out) {
  map(x, n, out, [](auto d, VF v) HWY_ATTR { return tanh(d, v); });
}
void sigmoid_float(const float* x, std::size_t n, float* out) {
  map(x, n, out, [](auto d, VF v) HWY_ATTR { return sigmoid(d, v); });
}
void softplus_float(const float* x, std::size_t n, float* out) {
  map(x, n, out, [](auto d, VF v) HWY_ATTR { return softplus(d, v).value; });
}
void relu_float(const float* x, std::size_t n, float* out) {
  // A NaN is not below zero, so it stays.
  map(x, n, out,
      [](auto d, VF v) HWY_ATTR { return hn::IfThenZeroElse(hn::Lt(v, hn::Zero(d)), v); });
}
void exp_double(const double* x, std::size_t n, double* out) {
  map(x, n, out, [](auto d, VD v) HWY_ATTR { return exp(d, v); });
}
void log_double(const double* x, std::size_t n, double* out) {
  map(x, n, out, [](auto d, VD v) HWY_ATTR { return log(d, v); });
}

void softplus_derivative(const float* x, std::size_t n, float* out, float* derivative) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto y = softplus(d, hn::LoadU(d, x + i));
    hn::StoreU(y.value, d, out + i);
    hn::StoreU(y.derivative, d, derivative + i);
  }
  if (i == n) return;
  HWY_ALIGN float rest[HWY_MAX_BYTES / sizeof(float)] = {};
  std::memcpy(rest, x + i, (n - i) * sizeof(float));
  const auto y = softplus(d, hn::Load(d, rest));
  hn::Store(y.value, d, rest);
  std::memcpy(out + i, rest, (n - i) * sizeof(float));
  hn::Store(y.derivative, d, rest);
  std::memcpy(derivative + i, rest, (n - i) * sizeof(float));
}

void relu_backward(const float* x, const float* gradient, std::size_t n, float* out) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto active = hn::Gt(hn::LoadU(d, x + i), hn::Zero(d));
    hn::StoreU(hn::IfThenElseZero(active, hn::LoadU(d, gradient + i)), d, out + i);
  }
  for (; i < n; ++i) out[i] = x[i] > 0.0f ? gradient[i] : 0.0f;
}

double squared_norm(const float* x, std::size_t n) {
  const DoubleLanes d;
  const hn::Rebind<float, DoubleLanes> df;
  constexpr std::size_t step = OrderedSum::accumulators, lanes = OrderedSum::lanes;
  OrderedSum sum;
  const auto add = [&](const float* terms) HWY_ATTR {
    for (std::size_t part = 0; part < OrderedSum::vectors; ++part) {
      const auto v = hn::PromoteTo(d, hn::LoadU(df, terms + part * lanes));
      sum.add(part, hn::Mul(v, v));
    }
  };
  std::size_t i = 0;
  for (; i + step <= n; i += step) add(x + i);
  if (i < n) {
    float rest[step] = {};
    std::memcpy(rest, x + i, (n - i) * sizeof(float));
    add(rest);
  }
  return sum.total();
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::kernels {
namespace {

using namespace simd;  // for the names of the functions that HWY_EXPORT lists
HWY_EXPORT(exp_float);
HWY_EXPORT(log_float);
HWY_EXPORT(log1p_float);
HWY_EXPORT(tanh_float);
HWY_EXPORT(sigmoid_float);
HWY_EXPORT(softplus_float);
HWY_EXPORT(softplus_derivative);
HWY_EXPORT(relu_float);
HWY_EXPORT(relu_backward);
HWY_EXPORT(squared_norm);
HWY_EXPORT(exp_double);
HWY_EXPORT(log_double);

std::size_t common_size(std::size_t in, std::size_t out) {
  if (in != out)
    throw UsageError("vector kernel: " + std::to_string(in) + " elements in, room for " +
                     std::to_string(out));
  return in;
}

}  // namespace

void exp(std::span<const float> x, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(exp_float)(x.data(), common_size(x.size(), out.size()), out.data());
}
void log(std::span<const float> x, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(log_float)(x.data(), common_size(x.size(), out.size()), out.data());
}
void log1p(std::span<const float> x, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(log1p_float)(x.data(), common_size(x.size(), out.size()), out.data());
}
void tanh(std::span<const float> x, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(tanh_float)(x.data(), common_size(x.size(), out.size()), out.data());
}
void exp(std::span<const double> x, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(exp_double)(x.data(), common_size(x.size(), out.size()), out.data());
}
void log(std::span<const double> x, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(log_double)(x.data(), common_size(x.size(), out.size()), out.data());
}
void sigmoid(std::span<const float> x, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(sigmoid_float)(x.data(), common_size(x.size(), out.size()), out.data());
}
void softplus(std::span<const float> x, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(softplus_float)(x.data(), common_size(x.size(), out.size()), out.data());
}
void softplus(std::span<const float> x, std::span<float> out, std::span<float> derivative) {
  HWY_DYNAMIC_DISPATCH(softplus_derivative)
  (x.data(), common_size(common_size(x.size(), derivative.size()), out.size()), out.data(),
   derivative.data());
}
void relu(std::span<const float> x, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(relu_float)(x.data(), common_size(x.size(), out.size()), out.data());
}
void relu_backward(std::span<const float> x, std::span<const float> gradient,
                   std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(relu_backward)
  (x.data(), gradient.data(), common_size(common_size(x.size(), gradient.size()), out.size()),
   out.data());
}
double squared_norm(std::span<const float> x) {
  return HWY_DYNAMIC_DISPATCH(squared_norm)(x.data(), x.size());
}

}  // namespace renyi::kernels
#endif
