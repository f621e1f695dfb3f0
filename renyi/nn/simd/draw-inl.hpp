// Loops over a draw's weights, and the readout layer, with rows padded to whole vectors.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_DRAW_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_DRAW_INL_HPP_
#undef RENYI_NN_SIMD_DRAW_INL_HPP_
#else
#define RENYI_NN_SIMD_DRAW_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "renyi/core/simd/exp-inl.hpp"
#include "renyi/nn/draw_kernels.hpp"
#include "renyi/nn/simd/small_matmul-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

// The first `count` lanes from and to memory that ends there; other lanes are zero. Only wide x86
// vectors can be masked without touching what lies behind.
template <class T>
HWY_INLINE BlockVector<T> load_first(const T* from, Index count) {
  const BlockLanes<T> d;
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  return hn::MaskedLoad(hn::FirstN(d, static_cast<std::size_t>(count)), d, from);
#else
  HWY_ALIGN T lanes[kernels::lane_block] = {};
  std::memcpy(lanes, from, static_cast<std::size_t>(count) * sizeof(T));
  return hn::Load(d, lanes);
#endif
}
template <class T>
HWY_INLINE void store_first(BlockVector<T> value, Index count, T* to) {
  const BlockLanes<T> d;
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  hn::BlendedStore(value, hn::FirstN(d, static_cast<std::size_t>(count)), d, to);
#else
  HWY_ALIGN T lanes[kernels::lane_block];
  hn::Store(value, d, lanes);
  std::memcpy(to, lanes, static_cast<std::size_t>(count) * sizeof(T));
#endif
}

// whole(i, p) for each vector of a block of rows, i its place in the arrays without gaps and p in
// those with rows of `width`; rest(i, p, count) where only `count` lanes are no padding.
template <class T, class Whole, class Rest>
HWY_INLINE void each_vector(Index rows, Index columns, Index width, Whole whole, Rest rest) {
  constexpr Index lanes = block_lanes<T>;
  for (Index r = 0; r < rows; ++r) {
    Index c = 0;
    for (; c + lanes <= columns; c += lanes) whole(r * columns + c, r * width + c);
    for (; c < width; c += lanes)
      rest(r * columns + c, r * width + c, std::max<Index>(0, columns - c));
  }
}

template <class T>
HWY_INLINE kernels::SquaredNorms draw_weights(const kernels::WeightBlock<T>& block) {
  const BlockLanes<T> d;
  auto noise_sum = hn::Zero(d), weight_sum = hn::Zero(d);
  const auto add = [&](BlockVector<T> noise, BlockVector<T> weight) HWY_ATTR {
    noise_sum = hn::MulAdd(noise, noise, noise_sum);
    weight_sum = hn::MulAdd(weight, weight, weight_sum);
  };
  each_vector<T>(
      block.rows, block.columns, block.width,
      [&](Index i, Index p) HWY_ATTR {
        const auto noise = hn::LoadU(d, block.noise + i);
        const auto weight =
            hn::MulAdd(hn::LoadU(d, block.sd + i), noise, hn::LoadU(d, block.mean + i));
        hn::StoreU(weight, d, block.weights + p);
        add(noise, weight);
      },
      [&](Index i, Index p, Index count) HWY_ATTR {
        const auto noise = load_first(block.noise + i, count);
        const auto weight =
            hn::MulAdd(load_first(block.sd + i, count), noise, load_first(block.mean + i, count));
        hn::StoreU(weight, d, block.weights + p);
        add(noise, weight);
      });
  return {static_cast<double>(hn::GetLane(hn::SumOfLanes(d, noise_sum))),
          static_cast<double>(hn::GetLane(hn::SumOfLanes(d, weight_sum)))};
}

template <class T>
HWY_INLINE void add_gradient(const kernels::GradientBlock<T>& block) {
  const BlockLanes<T> d;
  const auto shrink = hn::Set(d, block.shrink);
  const auto slope = [&](Index p) HWY_ATTR {
    return hn::NegMulAdd(shrink, hn::LoadU(d, block.weights + p), hn::LoadU(d, block.gradient + p));
  };
  each_vector<T>(
      block.rows, block.columns, block.width,
      [&](Index i, Index p) HWY_ATTR {
        const auto s = slope(p);
        hn::StoreU(hn::Add(hn::LoadU(d, block.mean + i), s), d, block.mean + i);
        hn::StoreU(
            hn::MulAdd(s, hn::LoadU(d, block.noise + i), hn::LoadU(d, block.noise_product + i)), d,
            block.noise_product + i);
      },
      [&](Index i, Index p, Index count) HWY_ATTR {
        const auto s = slope(p);
        store_first<T>(hn::Add(load_first(block.mean + i, count), s), count, block.mean + i);
        store_first<T>(hn::MulAdd(s, load_first(block.noise + i, count),
                                  load_first(block.noise_product + i, count)),
                       count, block.noise_product + i);
      });
}

template <class T>
HWY_INLINE void readout_forward(const kernels::Readout<T>& p) {
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

// gradient times the activation's derivative, given its output.
struct ReluSlope {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V output, V gradient) const {
    return hn::IfThenElseZero(hn::Gt(output, hn::Zero(d)), gradient);
  }
};
struct TanhSlope {
  template <class D, class V>
  HWY_INLINE V operator()(D /*d*/, V output, V gradient) const {
    return hn::NegMulAdd(hn::Mul(output, output), gradient, gradient);
  }
};
struct SoftplusSlope {  // the sigmoid of the input is 1 - e^-output
  template <class D, class V>
  HWY_INLINE V operator()(D d, V output, V gradient) const {
    return hn::NegMulAdd(exp_nonpositive(d, hn::Neg(output)), gradient, gradient);
  }
};
struct NoSlope {
  template <class D, class V>
  HWY_INLINE V operator()(D /*d*/, V /*output*/, V gradient) const {
    return gradient;
  }
};

template <int V, class T, class Slope>
HWY_INLINE void readout_columns(const kernels::ReadoutGradient<T>& p, Index column, Slope slope) {
  const BlockLanes<T> d;
  constexpr Index lanes = block_lanes<T>;
  BlockVector<T> weights[V], sums[V];
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) {
    weights[v] = hn::LoadU(d, p.weights + column + v * lanes);
    sums[v] = hn::Zero(d);
  }
  for (Index row = 0; row < p.m; ++row) {
    const auto out_gradient = hn::Set(d, p.out_gradient[row * p.step]);
    const T* hidden = p.hidden + row * p.n + column;
    T* gradient = p.hidden_gradient + row * p.n + column;
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
      const auto h = hn::LoadU(d, hidden + v * lanes);
      sums[v] = hn::MulAdd(out_gradient, h, sums[v]);
      const auto before = p.first ? hn::Zero(d) : hn::LoadU(d, gradient + v * lanes);
      hn::StoreU(slope(d, h, hn::MulAdd(out_gradient, weights[v], before)), d,
                 gradient + v * lanes);
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) hn::StoreU(sums[v], d, p.weight_gradient + column + v * lanes);
}

template <class T, class Slope>
HWY_INLINE void readout_backward(const kernels::ReadoutGradient<T>& p, Slope slope) {
  constexpr Index lanes = block_lanes<T>;
  Index column = 0;
  for (; column + 4 * lanes <= p.n; column += 4 * lanes) readout_columns<4>(p, column, slope);
  for (; column < p.n; column += lanes) readout_columns<1>(p, column, slope);
}

template <class T, class Slope>
HWY_INLINE void slope_backward(const T* output, T* gradient, Index size, Slope slope) {
  const BlockLanes<T> d;
  for (Index i = 0; i < size; i += block_lanes<T>)
    hn::StoreU(slope(d, hn::LoadU(d, output + i), hn::LoadU(d, gradient + i)), d, gradient + i);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
