// The moments of Gaussian sites and their derivatives, a vector of coordinates at a time.
// Per-target include: see foreach_target.h.
#if defined(RENYI_FAMILIES_SIMD_SITE_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_FAMILIES_SIMD_SITE_INL_HPP_
#undef RENYI_FAMILIES_SIMD_SITE_INL_HPP_
#else
#define RENYI_FAMILIES_SIMD_SITE_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "renyi/core/simd/exp-inl.hpp"
#include "renyi/core/simd/log-inl.hpp"
#include "renyi/families/mean_field_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Coordinates = hn::CappedTag<double, 8>;
using CoordinateVector = hn::Vec<Coordinates>;
constexpr Index coordinate_lanes = static_cast<Index>(hn::MaxLanes(Coordinates()));
// At most four lanes, so that sums have one order on most machines.
using SumLanes = hn::CappedTag<double, 4>;
using SumVector = hn::Vec<SumLanes>;

HWY_INLINE CoordinateVector load_coordinates(const double* from) {
  return hn::LoadU(Coordinates(), from);
}
HWY_INLINE CoordinateVector load_coordinates(const float* from) {
  return hn::PromoteTo(Coordinates(), hn::LoadU(hn::Rebind<float, Coordinates>(), from));
}
HWY_INLINE void store_coordinates(CoordinateVector value, double* to) {
  hn::StoreU(value, Coordinates(), to);
}
HWY_INLINE void store_coordinates(CoordinateVector value, float* to) {
  const hn::Rebind<float, Coordinates> df;
  hn::StoreU(hn::DemoteTo(df, value), df, to);
}

// The sum of logs of positive numbers: their exponents' sum, and the log of the fractions' product.
class LogSum {
 public:
  HWY_INLINE LogSum() {
    const SumLanes d;
    exponents_ = sum_ = largest_ = hn::Zero(d);
    product_ = hn::Set(d, 1.0);
  }
  template <class V>
  HWY_INLINE void add(V x) {
    const hn::DFromV<V> all;
    if constexpr (hn::MaxLanes(all) > hn::MaxLanes(SumLanes())) {
      const hn::Half<decltype(all)> half;
      add(hn::LowerHalf(half, x));
      add(hn::UpperHalf(half, x));
    } else {
      add_one(x);
    }
  }
  HWY_INLINE double total() {
    const SumLanes d;
    settle();
    if (hn::GetLane(hn::MaxOfLanes(d, largest_)) > std::numeric_limits<double>::max())
      return std::numeric_limits<double>::infinity();
    return hn::GetLane(hn::SumOfLanes(d, sum_)) +
           std::log(2.0) * hn::GetLane(hn::SumOfLanes(d, exponents_));
  }

 private:
  HWY_INLINE void add_one(SumVector x) {
    const SumLanes d;
    const auto parts = split(d, x);
    exponents_ = hn::Add(exponents_, parts.exponent);
    product_ = hn::MulAdd(product_, parts.fraction, product_);
    largest_ = hn::Max(largest_, x);
    // Fractions are within a factor of sqrt(2) of 1.
    if (++factors_ == 1024) settle();
  }
  HWY_INLINE void settle() {
    const SumLanes d;
    sum_ = hn::Add(sum_, log_of(d, split(d, product_)));
    product_ = hn::Set(d, 1.0);
    factors_ = 0;
  }
  SumVector exponents_, sum_, largest_, product_;
  int factors_ = 0;
};

// site: with precision p = exp(-b), v = 1 / (p + 1/v0) and mean = a p v. Returns sum log(1/v).
template <class T>
HWY_INLINE double site_moments(double prior_precision, const kernels::Moments<T>& m) {
  const Coordinates d;
  const auto prior = hn::Set(d, prior_precision), one = hn::Set(d, 1.0);
  LogSum logs;
  const auto at = [&](const kernels::Moments<T>& p, Index i) HWY_ATTR {
    const auto precision = hn::Add(exp(d, hn::Neg(load_coordinates(p.scales + i))), prior);
    const auto variance = hn::Div(one, precision);
    // precision may be inf, and then all of the variance's weight is the site's.
    const auto share = hn::NegMulAdd(prior, variance, one);
    store_coordinates(hn::Mul(load_coordinates(p.locations + i), share), p.mean + i);
    store_coordinates(hn::Sqrt(variance), p.sd + i);
    store_coordinates(share, p.share + i);
    return precision;
  };
  Index i = 0;
  for (; i + coordinate_lanes <= m.size; i += coordinate_lanes) logs.add(at(m, i));
  if (i < m.size) {
    const Index rest = m.size - i;
    HWY_ALIGN double in[2][coordinate_lanes] = {};
    HWY_ALIGN T out[3][coordinate_lanes];
    std::copy_n(m.locations + i, rest, in[0]);
    std::copy_n(m.scales + i, rest, in[1]);
    const auto precision = at({in[0], in[1], rest, out[0], out[1], out[2]}, 0);
    logs.add(hn::IfThenElse(hn::FirstN(d, static_cast<std::size_t>(rest)), precision, one));
    std::copy_n(out[0], rest, m.mean + i);
    std::copy_n(out[1], rest, m.sd + i);
    std::copy_n(out[2], rest, m.share + i);
  }
  return logs.total();
}

// The variance's share of the prior is rest = v / v0; share = p v has -share rest as its derivative
// in b.
template <class T>
HWY_INLINE void site_pull_back(double prior_precision, const kernels::MomentsGradient<T>& g) {
  const Coordinates d;
  const auto prior = hn::Set(d, prior_precision), half = hn::Set(d, 0.5);
  Index i = 0;
  for (; i + coordinate_lanes <= g.size; i += coordinate_lanes) {
    const auto sd = load_coordinates(g.sd + i), share = load_coordinates(g.share + i);
    const auto rest = hn::Mul(prior, hn::Mul(sd, sd));
    const auto mean = hn::Mul(load_coordinates(g.mean_gradient + i), share);
    const auto scale =
        hn::NegMulAdd(hn::Mul(mean, load_coordinates(g.locations + i)), rest,
                      hn::Mul(hn::Mul(half, share), load_coordinates(g.log_sd_gradient + i)));
    store_coordinates(hn::Add(load_coordinates(g.location_gradient + i), mean),
                      g.location_gradient + i);
    store_coordinates(hn::Add(load_coordinates(g.scale_gradient + i), scale), g.scale_gradient + i);
  }
  for (; i < g.size; ++i) {
    const auto sd = static_cast<double>(g.sd[i]), share = static_cast<double>(g.share[i]);
    const double mean = g.mean_gradient[i] * share;
    g.location_gradient[i] += mean;
    g.scale_gradient[i] +=
        0.5 * share * g.log_sd_gradient[i] - mean * g.locations[i] * (prior_precision * (sd * sd));
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
