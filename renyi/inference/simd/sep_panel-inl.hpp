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
#include "renyi/inference/simd/panel_read-inl.hpp"
#include "renyi/inference/simd/sep-inl.hpp"
#include "renyi/inference/simd/sums-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Rows in the lanes, `Count` vectors at a time: y = L^-1 x by substitution, of two features at a
// time, so that what is known of y is read half as often.
template <Index Count>
HWY_INLINE void panel_moments_at(const kernels::RowPanel& rows, const double* lower,
                                 const double* mean, Index r, double* means, double* variances,
                                 RowFetch& fetch) {
  const SepLanes d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const Index size = rows.features;
  HWY_ALIGN double whitened[kernels::max_panel_features * 8 * Count];
  SepVector predictor[Count], variance[Count];
  for (Index v = 0; v < Count; ++v) predictor[v] = variance[v] = hn::Zero(d);
  const auto load = [&](Index j, SepVector(&rest)[Count]) HWY_ATTR {
    const auto weight = hn::Set(d, mean[j]);
    for (Index v = 0; v < Count; ++v) {
      rest[v] = hn::LoadU(d, rows.values + j * rows.stride + r + v * lanes);
      predictor[v] = hn::MulAdd(weight, rest[v], predictor[v]);
    }
  };
  const auto finish = [&](Index j, SepVector(&rest)[Count]) HWY_ATTR {
    const auto scale = hn::Set(d, 1.0 / lower[j + j * size]);
    for (Index v = 0; v < Count; ++v) {
      rest[v] = hn::Mul(rest[v], scale);
      hn::Store(rest[v], d, whitened + (j * Count + v) * lanes);
      variance[v] = hn::MulAdd(rest[v], rest[v], variance[v]);
    }
  };
  for (Index j = 0; j < size; j += 2) {
    const Index other = std::min(j + 1, size - 1);  // at the end: the last one again
    SepVector first[Count], second[Count];
    fetch.turn();
    load(j, first);
    if (other > j)
      load(other, second);
    else
      for (Index v = 0; v < Count; ++v) second[v] = first[v];
    for (Index k = 0; k < j; ++k) {
      const auto a = hn::Set(d, lower[j + k * size]), b = hn::Set(d, lower[other + k * size]);
      for (Index v = 0; v < Count; ++v) {
        const auto known = hn::Load(d, whitened + (k * Count + v) * lanes);
        first[v] = hn::NegMulAdd(a, known, first[v]);
        second[v] = hn::NegMulAdd(b, known, second[v]);
      }
    }
    finish(j, first);
    if (other == j) break;
    const auto b = hn::Set(d, lower[other + j * size]);
    for (Index v = 0; v < Count; ++v) second[v] = hn::NegMulAdd(b, first[v], second[v]);
    finish(other, second);
  }
  for (Index v = 0; v < Count; ++v) {
    hn::StoreU(predictor[v], d, means + r + v * lanes);
    hn::StoreU(variance[v], d, variances + r + v * lanes);
  }
}

HWY_INLINE void panel_moments(const kernels::RowPanel& rows, const double* lower,
                              const double* mean, double* means, double* variances,
                              const kernels::ComingRows& coming) {
  constexpr Index together = hn::MaxLanes(SepLanes()) == 8 ? 8 : 4;  // as registers allow
  const auto lanes = static_cast<Index>(hn::Lanes(SepLanes()));
  Index r = 0;
  RowFetch fetch(coming,
                 std::max(Index{1}, rows.stride / (together * lanes)) * ((rows.features + 1) / 2));
  for (; r + together * lanes <= rows.stride; r += together * lanes)
    panel_moments_at<together>(rows, lower, mean, r, means, variances, fetch);
  for (; r < rows.stride; r += lanes)
    panel_moments_at<1>(rows, lower, mean, r, means, variances, fetch);
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

// Four by four entries at a time, their sums over rows in registers; over so many rows as leave the
// first cache some room.
HWY_INLINE void panel_gram(const kernels::RowPanel& rows, const double* weights, double* out,
                           const kernels::ComingRows& coming) {
  const SepLanes d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const Index size = rows.features;
  constexpr Index block = 4, chunk = 128;
  const Index blocks = (size + block - 1) / block;
  RowFetch fetch(coming, blocks * (blocks + 1) / 2 * ((rows.stride + chunk - 1) / chunk));
  for (Index start = 0; start < rows.stride; start += chunk)
    for (Index column = 0; column < size; column += block)
      for (Index row = column; row < size; row += block) {
        fetch.turn();
        const double *a[block], *b[block];
        for (Index i = 0; i < block; ++i) {  // beyond the last feature: the last one again
          a[i] = rows.values + std::min(row + i, size - 1) * rows.stride;
          b[i] = rows.values + std::min(column + i, size - 1) * rows.stride;
        }
        SepVector sums[block][block];
        for (auto& line : sums)
          for (auto& sum : line) sum = hn::Zero(d);
        const Index end = std::min(start + chunk, rows.stride);
        for (Index r = start; r < end; r += lanes) {
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
        for (Index i = 0; i < block; i += 2) {
          HWY_ALIGN double eight[2 * block];
          const auto &p = sums[i], &q = sums[i + 1];
          eight_sums(d, {p[0], p[1], p[2], p[3], q[0], q[1], q[2], q[3]}, eight);
          for (Index k = 0; k < 2 * block; ++k) {
            const Index down = row + i + k / block, across = column + k % block;
            if (down >= size || across > down) continue;
            double& entry = out[down + across * size];
            entry = start == 0 ? eight[k] : entry + eight[k];
          }
        }
      }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
