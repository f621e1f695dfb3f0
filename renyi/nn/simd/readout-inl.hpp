// The readout layer, forward and backward, with rows padded to whole vectors.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_READOUT_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_READOUT_INL_HPP_
#undef RENYI_NN_SIMD_READOUT_INL_HPP_
#else
#define RENYI_NN_SIMD_READOUT_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/nn/draw_kernels.hpp"
#include "renyi/nn/simd/layer-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

template <class T>
HWY_INLINE void readout_forward(const kernels::Readout<T>& given) {
  const kernels::Readout<T> p = given;
  const BlockLanes<T> d;
  constexpr Index lanes = block_lanes<T>;
  constexpr int together = 4;
  Index row = 0;
  for (; row + together <= p.m; row += together) {
    BlockVector<T> sums[together];
#pragma GCC unroll 4
    for (int r = 0; r < together; ++r) sums[r] = hn::Zero(d);
    for (Index j = 0; j < p.n; j += lanes) {
      const auto weights = hn::LoadU(d, p.weights + j);
#pragma GCC unroll 4
      for (int r = 0; r < together; ++r)
        sums[r] = hn::MulAdd(weights, hn::LoadU(d, p.hidden + (row + r) * p.n + j), sums[r]);
    }
#pragma GCC unroll 4
    for (int r = 0; r < together; ++r)
      p.out[(row + r) * p.out_step] = hn::GetLane(hn::SumOfLanes(d, sums[r]));
  }
  for (; row < p.m; ++row) {
    auto sum = hn::Zero(d);
    for (Index j = 0; j < p.n; j += lanes)
      sum = hn::MulAdd(hn::LoadU(d, p.weights + j), hn::LoadU(d, p.hidden + row * p.n + j), sum);
    p.out[row * p.out_step] = hn::GetLane(hn::SumOfLanes(d, sum));
  }
}

template <int V, class T, class Slope>
HWY_INLINE void readout_columns(const kernels::ReadoutGradient<T>& p, Index column, Slope slope,
                                const GradientAdder<T>& adder) {
  const PaddedLanes<T> d;
  constexpr Index lanes = padded_lanes<T>;
  const auto part = [&](int v) HWY_ATTR { return RowPart<T>(p.n - column - v * lanes); };
  PaddedVector<T> weights[V], sums[V];
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) {
    weights[v] = part(v).load(p.weights + column + v * lanes);
    sums[v] = hn::Zero(d);
  }
  for (Index row = 0; row < p.m; ++row) {
    const auto out_gradient = hn::Set(d, p.out_gradient[row * p.step]);
    const T* hidden = p.hidden + row * p.n + column;
    T* gradient = p.hidden_gradient + row * p.n + column;
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
      const auto h = part(v).load(hidden + v * lanes);
      sums[v] = hn::MulAdd(out_gradient, h, sums[v]);
      const auto before = p.first ? hn::Zero(d) : part(v).load(gradient + v * lanes);
      part(v).store(slope(d, h, hn::MulAdd(out_gradient, weights[v], before)),
                    gradient + v * lanes);
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v)
    adder.add(sums[v], RowPart<T>(p.columns - column - v * lanes), column + v * lanes);
}

template <class T, class Slope>
HWY_INLINE void readout_backward(const kernels::ReadoutGradient<T>& given, Slope slope) {
  const kernels::ReadoutGradient<T> p = given;
  constexpr Index lanes = padded_lanes<T>;
  const GradientAdder<T> adder(p.sums, p.columns);
  Index column = 0;
  for (; column + 3 * lanes < p.n; column += 4 * lanes) readout_columns<4>(p, column, slope, adder);
  if (column + lanes < p.n) {
    readout_columns<2>(p, column, slope, adder);
    column += 2 * lanes;
  }
  if (column < p.n) readout_columns<1>(p, column, slope, adder);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
