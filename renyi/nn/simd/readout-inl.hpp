// The readout: each output a weighted sum of lines, and its gradient.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_READOUT_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_READOUT_INL_HPP_
#undef RENYI_NN_SIMD_READOUT_INL_HPP_
#else
#define RENYI_NN_SIMD_READOUT_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "renyi/nn/simd/layer-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

// sum_i weights[i] lines[i * stride], a vector's worth of rows, in four chains: one alone would
// wait for itself.
template <class T>
HWY_INLINE BlockVector<T> weighted_sum(const T* weights, const T* lines, Index count,
                                       Index stride) {
  const BlockLanes<T> d;
  BlockVector<T> sums[4];
  sums[0] = sums[1] = sums[2] = sums[3] = hn::Zero(d);
  Index i = 0;
  for (; i + 4 <= count; i += 4)
#pragma GCC unroll 4
    for (Index j = 0; j < 4; ++j)
      sums[j] =
          hn::MulAdd(hn::Set(d, weights[i + j]), hn::LoadU(d, lines + (i + j) * stride), sums[j]);
  for (; i < count; ++i)
    sums[0] = hn::MulAdd(hn::Set(d, weights[i]), hn::LoadU(d, lines + i * stride), sums[0]);
  return hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3]));
}

template <class T>
HWY_INLINE void readout_forward(const kernels::Readout<T>& given) {
  const kernels::Readout<T> p = given;
  const BlockLanes<T> d;
  constexpr Index lanes = block_lanes<T>;
  const Index stride = kernels::padded(p.rows);
  HWY_ALIGN T values[block_lanes<T>];
  for (Index row = 0; row < p.rows; row += lanes)
    for (Index output = 0; output < p.outputs; ++output) {
      const auto sum =
          HWY_NAMESPACE::weighted_sum(p.weights + output * p.lines, p.in + row, p.lines, stride);
      const Index now = std::min(lanes, p.rows - row);
      if (now == lanes && p.outputs == 1) {
        hn::StoreU(sum, d, p.out + row);
        continue;
      }
      hn::Store(sum, d, values);
      for (Index r = 0; r < now; ++r) p.out[(row + r) * p.outputs + output] = values[r];
    }
}

template <class T>
HWY_INLINE void readout_gradient(const kernels::ReadoutGradient<T>& given) {
  const kernels::ReadoutGradient<T> p = given;
  const Index stride = kernels::padded(p.rows);
  for (Index output = 0; output < p.outputs; ++output)
    HWY_NAMESPACE::dots(p.slopes + output * stride, p.in, stride, p.lines,
                        vectors_of<T>(p.rows) * block_lanes<T>, p.gradient + output * p.lines, 1);
}

// V vectors of units, in rows: from outputs of the activation to derivatives in its inputs.
template <int V, class T, class Slope>
HWY_INLINE void readout_columns(const kernels::ReadoutBackward<T>& p, Index column, Slope slope) {
  const BlockLanes<T> d;
  constexpr Index lanes = block_lanes<T>;
  const Index width = kernels::padded(p.lines - 1);
  BlockVector<T> weights[V], sums[V];
#pragma GCC unroll 3
  for (int v = 0; v < V; ++v) {
    weights[v] = hn::LoadU(d, p.weights + column + v * lanes);
    sums[v] = hn::Zero(d);
  }
  T* at = p.turned + column;
  for (Index row = 0; row < p.rows; ++row, at += width) {
    const auto factor = hn::Set(d, p.slopes[row]);
#pragma GCC unroll 3
    for (int v = 0; v < V; ++v) {
      const auto output = hn::LoadU(d, at + v * lanes);
      sums[v] = hn::MulAdd(factor, output, sums[v]);
      hn::StoreU(slope(d, output, hn::Mul(factor, weights[v])), d, at + v * lanes);
    }
  }
#pragma GCC unroll 3
  for (int v = 0; v < V; ++v) hn::StoreU(sums[v], d, p.gradient + column + v * lanes);
}

template <class T, class Slope>
HWY_INLINE void readout_backward(const kernels::ReadoutBackward<T>& given, Slope slope) {
  const kernels::ReadoutBackward<T> p = given;
  constexpr Index lanes = block_lanes<T>;
  const Index stride = kernels::padded(p.rows), units = p.lines - 1, whole = units - units % lanes;
  HWY_NAMESPACE::transpose(p.in, stride, whole, p.rows, p.turned, kernels::padded(units));
  Index column = 0;
  for (; column + 3 * lanes <= whole; column += 3 * lanes)
    HWY_NAMESPACE::readout_columns<3>(p, column, slope);
  for (; column < whole; column += lanes) HWY_NAMESPACE::readout_columns<1>(p, column, slope);
  HWY_NAMESPACE::dots(p.slopes, p.in + whole * stride, stride, p.lines - whole,
                      vectors_of<T>(p.rows) * lanes, p.gradient + whole, 1);
  const Index first = p.all_lines ? 0 : whole;
  if (first == units) return;
  HWY_NAMESPACE::layer_backward(kernels::LayerBackward<T>{.slopes = p.slopes,
                                                          .rows = p.rows,
                                                          .inputs = units - first,
                                                          .units = 1,
                                                          .weights = p.weights + first,
                                                          .is_readout = true,
                                                          .activation = p.activation,
                                                          .in = p.in + first * stride,
                                                          .out = p.out + first * stride},
                                p.activation);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
