// Tilted moments and the mean-field step of stochastic EP on vectors of doubles: rows, nodes or
// coordinates in the lanes. Products of batches are sep_panel-inl.hpp's.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_INFERENCE_SIMD_SEP_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_INFERENCE_SIMD_SEP_INL_HPP_
#undef RENYI_INFERENCE_SIMD_SEP_INL_HPP_
#else
#define RENYI_INFERENCE_SIMD_SEP_INL_HPP_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/simd/exp-inl.hpp"
#include "renyi/core/simd/partial-inl.hpp"
#include "renyi/inference/sep_kernels.hpp"
#include "renyi/inference/simd/tilted_series-inl.hpp"

#ifndef RENYI_INFERENCE_SEP_NODES_
#define RENYI_INFERENCE_SEP_NODES_
namespace renyi::simd {

// The rule of eight nodes, ascending.
struct SepNodes {
  alignas(64) double nodes[8];
  alignas(64) double weights[8];
};

}  // namespace renyi::simd
#endif

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using SepLanes = hn::CappedTag<double, 8>;
using SepVector = hn::Vec<SepLanes>;
using SepTail = hn::CappedTag<double, 4>;  // for what is left over
using SepPairLanes = hn::CappedTag<double, 2>;
using SepPair = hn::Vec<SepPairLanes>;

// Sums over nodes of the weights tilted by the likelihood, and of the smaller class's probability:
// that of the other class where the predictor is above 0, so that its spread has no cancellation.
struct SepSums {
  SepVector total, small, square, product;
};

// p = 1 / (1 + e^-f), q = 1 - p; `weight` is the node's.
HWY_INLINE void add_node(SepVector weight, SepVector f, hn::Mask<SepLanes> above, SepSums& sums) {
  const SepLanes d;
  const auto e = exp_nonpositive(d, hn::Neg(hn::Abs(f)));
  const auto large = hn::Div(hn::Set(d, 1.0), hn::Add(hn::Set(d, 1.0), e));
  const auto less = hn::Mul(e, large);
  const auto positive = hn::Ge(f, hn::Zero(d));
  const auto p = hn::IfThenElse(positive, large, less);
  const auto q = hn::IfThenElse(positive, less, large);
  const auto tilted = hn::Mul(weight, p);
  const auto small = hn::IfThenElse(above, q, p);
  const auto weighted = hn::Mul(tilted, small);
  sums.total = hn::Add(sums.total, tilted);
  sums.small = hn::Add(sums.small, weighted);
  sums.square = hn::MulAdd(weighted, small, sums.square);
  sums.product = hn::MulAdd(tilted, hn::Mul(p, q), sums.product);
}

struct SepMoments {
  SepVector slope, curvature;
};

// Rows in the lanes.
HWY_INLINE SepMoments tilted_at(const SepNodes& nodes, SepVector mean, SepVector variance) {
  const SepLanes d;
  if (hn::AllTrue(d, hn::Le(variance, hn::Set(d, kernels::series_variance)))) {
    const auto at = classes_at(d, mean);
    return {series_slope(d, at, variance), series_curvature(d, at, variance)};
  }
  const auto one = hn::Set(d, 1.0), sd = hn::Sqrt(variance);
  const auto above = hn::Ge(mean, hn::Zero(d));
  SepSums sums{hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (int k = 0; k < 8; ++k)
    add_node(hn::Set(d, nodes.weights[k]), hn::MulAdd(sd, hn::Set(d, nodes.nodes[k]), mean), above,
             sums);
  const auto scale = hn::Div(one, sums.total);
  const auto small = hn::Mul(sums.small, scale);
  const auto spread = hn::NegMulAdd(small, small, hn::Mul(sums.square, scale));
  return {hn::IfThenElse(above, small, hn::Sub(one, small)),
          hn::Max(hn::Zero(d), hn::Sub(hn::Mul(sums.product, scale), spread))};
}

HWY_INLINE void tilted_rows(const SepNodes& nodes, const double* means, const double* variances,
                            double* slopes, double* curvatures, Index rows) {
  const SepLanes d;
  for (Index r = 0; r < rows; r += static_cast<Index>(hn::Lanes(d))) {
    const auto at = tilted_at(nodes, hn::LoadU(d, means + r), hn::LoadU(d, variances + r));
    hn::StoreU(at.slope, d, slopes + r);
    hn::StoreU(at.curvature, d, curvatures + r);
  }
}

// The same as factors of the predictor, times `share`; false where a row is too wide or no number.
HWY_INLINE bool site_rows(const SepNodes& nodes, const double* means, const double* variances,
                          double share, double* precisions, double* shifts, Index rows) {
  const SepLanes d;
  for (Index r = 0; r < rows; r += static_cast<Index>(hn::Lanes(d))) {
    const auto mean = hn::LoadU(d, means + r), variance = hn::LoadU(d, variances + r);
    if (!hn::AllTrue(
            d, hn::And(hn::Le(variance, hn::Set(d, kernels::narrow_variance)), hn::IsFinite(mean))))
      return false;
    const auto at = tilted_at(nodes, mean, variance);
    const auto scale =
        hn::Div(hn::Set(d, share), hn::NegMulAdd(variance, at.curvature, hn::Set(d, 1.0)));
    hn::StoreU(hn::Mul(scale, at.curvature), d, precisions + r);
    hn::StoreU(hn::Mul(scale, hn::MulAdd(mean, at.curvature, at.slope)), d, shifts + r);
  }
  return true;
}

HWY_INLINE double sum_of(SepVector v) { return hn::GetLane(hn::SumOfLanes(SepLanes(), v)); }

// Coordinates in the lanes, then nodes.
HWY_INLINE bool mean_field_step(const SepNodes& nodes, const kernels::MeanFieldStep& s) {
  const SepLanes d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  // Each row waits for the one before: memory must not make it wait as well. The rows that follow
  // mostly stand behind this one.
  for (Index c = 0; c < s.size; c += 8) hwy::Prefetch(s.x + 6 * s.size + c);
  const auto one = hn::Set(d, 1.0), power = hn::Set(d, s.power);
  const auto masked = [&](const double* from, Index at) HWY_ATTR {
    const Index left = s.size - at;
    return left >= lanes ? hn::LoadU(d, from + at)
                         : load_first(d, from + at, first_lanes(d, left), left);
  };
  const auto store = [&](SepVector values, double* to, Index at) HWY_ATTR {
    const Index left = s.size - at;
    if (left >= lanes)
      hn::StoreU(values, d, to + at);
    else
      store_first(values, d, to + at, first_lanes(d, left), left);
  };
  auto mean = hn::Zero(d), variance = hn::Zero(d);
  auto lowest = one;
  HWY_ALIGN double variances[kernels::max_panel_features + 8];
  if (s.size > kernels::max_panel_features) return false;
  for (Index c = 0; c < s.size; c += lanes) {
    const auto x = masked(s.x, c);
    const auto outside = masked(s.outside_precision, c);
    const auto precision = hn::MulAdd(
        power, masked(s.precision, c),
        s.size - c >= lanes ? outside : hn::IfThenElse(first_lanes(d, s.size - c), outside, one));
    lowest = hn::Min(lowest, precision);
    const auto own = hn::Div(one, precision), weighted = hn::Mul(x, own);
    hn::StoreU(own, d, variances + c);
    mean = hn::MulAdd(weighted, hn::MulAdd(power, masked(s.shift, c), masked(s.outside_shift, c)),
                      mean);
    variance = hn::MulAdd(weighted, x, variance);
  }
  const double total_variance = sum_of(variance), centre = s.sign * sum_of(mean);
  if (!(total_variance <= kernels::narrow_variance) || !std::isfinite(centre) ||
      !hn::AllTrue(d, hn::Gt(lowest, hn::Zero(d))))
    return false;
  const auto above = hn::Ge(hn::Set(d, centre), hn::Zero(d));
  const auto sd = hn::Set(d, std::sqrt(total_variance));
  SepSums sums{hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (Index k = 0; k < 8; k += lanes)
    add_node(hn::Load(d, nodes.weights + k),
             hn::MulAdd(sd, hn::Load(d, nodes.nodes + k), hn::Set(d, centre)), above, sums);
  const double scale = 1.0 / sum_of(sums.total), small = sum_of(sums.small) * scale;
  const double spread = sum_of(sums.square) * scale - small * small;
  const auto slope = hn::Set(d, s.sign * (centre >= 0.0 ? small : 1.0 - small));
  const auto curvature = hn::Set(d, std::max(0.0, sum_of(sums.product) * scale - spread));
  const auto step = hn::Set(d, s.step), rest = hn::Set(d, 1.0 - s.step);
  for (Index c = 0; c < s.size; c += lanes) {
    const auto x = masked(s.x, c), old_precision = masked(s.precision, c),
               old_shift = masked(s.shift, c);
    const auto own = hn::LoadU(d, variances + c);
    const auto bent = hn::Mul(x, curvature);
    // 1 / (1 - a) = (1 + a) (1 + a^2) (1 + a^4) to rounding: a is at most a 400th.
    const auto a = hn::Mul(hn::Mul(own, x), bent), a2 = hn::Mul(a, a);
    const auto inverse =
        hn::Mul(hn::Mul(hn::Add(one, a), hn::Add(one, a2)), hn::MulAdd(a2, a2, one));
    const auto precision = hn::Mul(hn::Mul(x, bent), inverse);
    const auto coordinate_mean =
        hn::Mul(own, hn::MulAdd(power, old_shift, masked(s.outside_shift, c)));
    const auto shift = hn::Mul(hn::Mul(x, hn::MulAdd(coordinate_mean, bent, slope)), inverse);
    store(hn::MulAdd(step, precision, hn::Mul(rest, old_precision)), s.precision, c);
    store(hn::MulAdd(step, shift, hn::Mul(rest, old_shift)), s.shift, c);
    if (s.average_precision == nullptr) continue;
    store(hn::Add(precision, masked(s.average_precision, c)), s.average_precision, c);
    store(hn::Add(shift, masked(s.average_shift, c)), s.average_shift, c);
  }
  return true;
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
