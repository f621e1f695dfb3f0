#include "renyi/core/column_kernels.hpp"

#include <cstring>

#include "renyi/core/log_space.hpp"
#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/core/column_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/core/simd/exp-inl.hpp"
#include "renyi/core/simd/sum-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr DoubleLanes d;
constexpr std::size_t step = OrderedSum::accumulators;
constexpr std::size_t lanes = OrderedSum::lanes;

// Calls term(vector) for all of x, sixteen numbers at a time, and returns the ordered sum of what
// it gives, with that stored to out unless out is null.
template <class Term>
HWY_INLINE double map_sum(const double* x, std::size_t n, double* out, Term term) {
  OrderedSum sum;
  std::size_t i = 0;
  for (; i + step <= n; i += step)
    for (std::size_t part = 0; part < OrderedSum::vectors; ++part) {
      const auto y = term(hn::LoadU(d, x + i + part * lanes));
      if (out != nullptr) hn::StoreU(y, d, out + i + part * lanes);
      sum.add(part, y);
    }
  if (i < n) {
    // The rest goes through the same code, padded with a number of its own, which is not counted.
    HWY_ALIGN double rest[step];
    for (double& value : rest) value = x[i];
    std::memcpy(rest, x + i, (n - i) * sizeof(double));
    for (std::size_t part = 0; part < OrderedSum::vectors && i + part * lanes < n; ++part) {
      const auto y = term(hn::Load(d, rest + part * lanes));
      hn::Store(y, d, rest + part * lanes);
      sum.add(part, hn::IfThenElseZero(hn::FirstN(d, n - i - part * lanes), y));
    }
    if (out != nullptr) std::memcpy(out + i, rest, (n - i) * sizeof(double));
  }
  return sum.total();
}

kernels::Extremes extremes(const double* x, std::size_t n) {
  const auto above = hn::Set(d, infinity), below = hn::Set(d, -infinity);
  // Comparisons with NaN are false, so NaNs never replace an extreme; which of -0 and +0 stands
  // for zero is left open.
  auto low = above, high = below;
  auto low2 = above, high2 = below;
  auto nans = hn::Zero(d);
  const auto take = [&](DoubleVector v, DoubleVector& smallest, DoubleVector& largest) HWY_ATTR {
    nans = hn::Or(nans, hn::VecFromMask(d, hn::IsNaN(v)));
    smallest = hn::IfThenElse(hn::Lt(v, smallest), v, smallest);
    largest = hn::IfThenElse(hn::Gt(v, largest), v, largest);
  };
  std::size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    take(hn::LoadU(d, x + i), low, high);
    take(hn::LoadU(d, x + i + lanes), low2, high2);
  }
  low = hn::Min(low, low2);
  high = hn::Max(high, high2);
  kernels::Extremes result = {hn::GetLane(hn::MinOfLanes(d, low)),
                              hn::GetLane(hn::MaxOfLanes(d, high)),
                              !hn::AllFalse(d, hn::MaskFromVec(nans))};
  for (; i < n; ++i) {
    if (x[i] < result.min) result.min = x[i];
    if (x[i] > result.max) result.max = x[i];
    result.has_nan = result.has_nan || x[i] != x[i];
  }
  return result;
}

std::size_t find_first(const double* x, std::size_t n, double value) {
  const auto wanted = hn::Set(d, value);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const std::intptr_t at = hn::FindFirstTrue(d, hn::Eq(hn::LoadU(d, x + i), wanted));
    if (at >= 0) return i + static_cast<std::size_t>(at);
  }
  while (i < n && x[i] != value) ++i;
  return i;
}

double sum(const double* x, std::size_t n) {
  return map_sum(x, n, nullptr, [](DoubleVector v) HWY_ATTR { return v; });
}

// scale (x - shift), where equal infinities differ by 0.
HWY_INLINE DoubleVector scaled_difference(DoubleVector x, DoubleVector shift, DoubleVector scale) {
  return hn::IfThenZeroElse(hn::Eq(x, shift), hn::Mul(scale, hn::Sub(x, shift)));
}

double exp_scaled(double scale, double shift, const double* x, std::size_t n, double* out) {
  const auto scales = hn::Set(d, scale), shifts = hn::Set(d, shift);
  return map_sum(x, n, out, [&](DoubleVector v) HWY_ATTR {
    return exp_nonpositive(d, scaled_difference(v, shifts, scales));
  });
}

double expm1_scaled(double scale, double shift, const double* x, std::size_t n, double* out) {
  const auto scales = hn::Set(d, scale), shifts = hn::Set(d, shift);
  return map_sum(x, n, out, [&](DoubleVector v) HWY_ATTR {
    return expm1_small(d, scaled_difference(v, shifts, scales));
  });
}

void add_multiply(double offset, double factor, double* x, std::size_t n) {
  const auto offsets = hn::Set(d, offset), factors = hn::Set(d, factor);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(hn::Mul(hn::Add(hn::LoadU(d, x + i), offsets), factors), d, x + i);
  for (; i < n; ++i) x[i] = (x[i] + offset) * factor;
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::kernels {
namespace {
using namespace simd;  // for the dispatch tables' names
HWY_EXPORT(extremes);
HWY_EXPORT(find_first);
HWY_EXPORT(sum);
HWY_EXPORT(exp_scaled);
HWY_EXPORT(expm1_scaled);
HWY_EXPORT(add_multiply);
}  // namespace

Extremes extremes(std::span<const double> x) {
  return HWY_DYNAMIC_DISPATCH(extremes)(x.data(), x.size());
}
std::int64_t find_first(std::span<const double> x, double value) {
  return static_cast<std::int64_t>(HWY_DYNAMIC_DISPATCH(find_first)(x.data(), x.size(), value));
}
double sum(std::span<const double> x) { return HWY_DYNAMIC_DISPATCH(sum)(x.data(), x.size()); }
double exp_scaled(double scale, double shift, std::span<const double> x, std::span<double> out) {
  return HWY_DYNAMIC_DISPATCH(exp_scaled)(scale, shift, x.data(), x.size(), out.data());
}
double expm1_scaled(double scale, double shift, std::span<const double> x, std::span<double> out) {
  return HWY_DYNAMIC_DISPATCH(expm1_scaled)(scale, shift, x.data(), x.size(), out.data());
}
void add_multiply(double offset, double factor, std::span<double> x) {
  HWY_DYNAMIC_DISPATCH(add_multiply)(offset, factor, x.data(), x.size());
}

}  // namespace renyi::kernels
#endif
