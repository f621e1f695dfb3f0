// Products of a batch of rows for stochastic EP of full rank, rows in the lanes.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_INFERENCE_SIMD_SEP_PANEL_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_INFERENCE_SIMD_SEP_PANEL_INL_HPP_
#undef RENYI_INFERENCE_SIMD_SEP_PANEL_INL_HPP_
#else
#define RENYI_INFERENCE_SIMD_SEP_PANEL_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "renyi/inference/sep_kernels.hpp"
#include "renyi/inference/simd/sep-inl.hpp"
#include "renyi/inference/simd/sums-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Rows in the lanes, `Count` vectors at a time: y = L^-1 x by substitution.
template <Index Count>
HWY_INLINE void panel_moments_at(const kernels::RowPanel& rows, const double* lower,
                                 const double* mean, Index r, double* means, double* variances) {
  const SepLanes d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const Index size = rows.features;
  HWY_ALIGN double whitened[kernels::max_panel_features * 8 * Count];
  SepVector predictor[Count], variance[Count];
  for (Index v = 0; v < Count; ++v) predictor[v] = variance[v] = hn::Zero(d);
  for (Index j = 0; j < size; ++j) {
    SepVector rest[Count];
    for (Index v = 0; v < Count; ++v) {
      rest[v] = hn::LoadU(d, rows.values + j * rows.stride + r + v * lanes);
      predictor[v] = hn::MulAdd(hn::Set(d, mean[j]), rest[v], predictor[v]);
    }
    for (Index k = 0; k < j; ++k) {
      const auto factor = hn::Set(d, lower[j + k * size]);
      for (Index v = 0; v < Count; ++v)
        rest[v] = hn::NegMulAdd(factor, hn::Load(d, whitened + (k * Count + v) * lanes), rest[v]);
    }
    const auto scale = hn::Set(d, 1.0 / lower[j + j * size]);
    for (Index v = 0; v < Count; ++v) {
      rest[v] = hn::Mul(rest[v], scale);
      hn::Store(rest[v], d, whitened + (j * Count + v) * lanes);
      variance[v] = hn::MulAdd(rest[v], rest[v], variance[v]);
    }
  }
  for (Index v = 0; v < Count; ++v) {
    hn::StoreU(predictor[v], d, means + r + v * lanes);
    hn::StoreU(variance[v], d, variances + r + v * lanes);
  }
}

HWY_INLINE void panel_moments(const kernels::RowPanel& rows, const double* lower,
                              const double* mean, double* means, double* variances) {
  constexpr Index together = 8;
  const auto lanes = static_cast<Index>(hn::Lanes(SepLanes()));
  Index r = 0;
  for (; r + together * lanes <= rows.stride; r += together * lanes)
    panel_moments_at<together>(rows, lower, mean, r, means, variances);
  for (; r < rows.stride; r += lanes) panel_moments_at<1>(rows, lower, mean, r, means, variances);
}

// Eight entries at a time, their sums over rows in registers.
HWY_INLINE void panel_sum(const kernels::RowPanel& rows, const double* weights, double* out) {
  const SepLanes d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  constexpr Index block = 8;
  for (Index c = 0; c < rows.features; c += block) {
    SepVector sums[block];
    for (auto& sum : sums) sum = hn::Zero(d);
    for (Index r = 0; r < rows.stride; r += lanes) {
      const auto weight = hn::LoadU(d, weights + r);
      for (Index i = 0; i < block; ++i) {  // beyond the last feature: the last one again
        const Index feature = std::min(c + i, rows.features - 1);
        sums[i] =
            hn::MulAdd(weight, hn::LoadU(d, rows.values + feature * rows.stride + r), sums[i]);
      }
    }
    HWY_ALIGN double eight[block];
    eight_sums(d, sums, eight);
    std::copy(eight, eight + std::min(block, rows.features - c), out + c);
  }
}

// Four by four entries at a time, their sums over rows in registers.
HWY_INLINE void panel_gram(const kernels::RowPanel& rows, const double* weights, double* out) {
  const SepLanes d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const Index size = rows.features;
  constexpr Index block = 4;
  for (Index column = 0; column < size; column += block)
    for (Index row = column; row < size; row += block) {
      const double *a[block], *b[block];
      for (Index i = 0; i < block; ++i) {  // beyond the last feature: the last one again
        a[i] = rows.values + std::min(row + i, size - 1) * rows.stride;
        b[i] = rows.values + std::min(column + i, size - 1) * rows.stride;
      }
      SepVector sums[block][block];
      for (auto& line : sums)
        for (auto& sum : line) sum = hn::Zero(d);
      for (Index r = 0; r < rows.stride; r += lanes) {
        const auto weight = hn::LoadU(d, weights + r);
        SepVector scaled[block], other[block];
        for (Index i = 0; i < block; ++i) {
          scaled[i] = hn::Mul(weight, hn::LoadU(d, a[i] + r));
          other[i] = hn::LoadU(d, b[i] + r);
        }
        for (Index i = 0; i < block; ++i)
          for (Index j = 0; j < block; ++j)
            sums[i][j] = hn::MulAdd(scaled[i], other[j], sums[i][j]);
      }
      for (Index j = 0; j < std::min(block, size - column); ++j)
        for (Index i = 0; i < std::min(block, size - row); ++i)
          if (row + i >= column + j) out[row + i + (column + j) * size] = sum_of(sums[i][j]);
    }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
