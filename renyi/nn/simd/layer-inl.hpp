// A hidden layer forward and backward, on the tiles of small_matmul-inl.hpp.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_LAYER_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_LAYER_INL_HPP_
#undef RENYI_NN_SIMD_LAYER_INL_HPP_
#else
#define RENYI_NN_SIMD_LAYER_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/nn/simd/draw-inl.hpp"
#include "renyi/nn/simd/slope-inl.hpp"
#include "renyi/nn/simd/small_matmul-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

template <bool Relu, class T>
HWY_INLINE void layer_forward(const kernels::LayerForward<T>& layer) {
  const BlockLanes<T> d;
  const kernels::SmallProduct<T> p = layer.product;
  T* const out = layer.out;
  const T* bias = p.b + p.k * p.b_stride;
  HWY_ALIGN T lanes[kernels::lane_block] = {};
  lanes[layer.units % block_lanes<T>] = T{1};
  const auto one = hn::Load(d, lanes);
  const Index one_at = layer.units - layer.units % block_lanes<T>;
  HWY_NAMESPACE::small_matmul<false>(
      p,
      [&](Index column) HWY_ATTR {
        const auto start = hn::LoadU(d, bias + column);
        return column == one_at ? hn::Add(start, one) : start;
      },
      [&](Index column) HWY_ATTR {
        return [&, column](BlockVector<T> sum, Index row) HWY_ATTR {
          hn::StoreU(Relu ? hn::Max(sum, hn::Zero(d)) : sum, d, out + row * p.n + column);
        };
      });
}

template <class T>
HWY_INLINE void layer_gradient(const kernels::LayerGradient<T>& layer) {
  const kernels::SmallProduct<T> p = layer.product;
  const Index columns = layer.columns;
  const GradientAdder<T> adder(layer.sums);
  HWY_NAMESPACE::small_matmul<true>(
      p, [](Index) HWY_ATTR { return hn::Zero(BlockLanes<T>()); },
      [&](Index column) HWY_ATTR {
        const auto counts = adder.first_lanes(columns - column);
        return [&, counts, column](BlockVector<T> sum, Index row)
                   HWY_ATTR { adder.add(sum, counts, row * columns + column); };
      });
}

template <class T, class Slope>
HWY_INLINE void layer_backward(const kernels::LayerBackward<T>& layer, Slope slope) {
  const BlockLanes<T> d;
  const kernels::SmallProduct<T> p = layer.product;
  const T* const outputs = layer.output;
  T* const out = layer.out;
  HWY_NAMESPACE::small_matmul<false>(
      p, [](Index) HWY_ATTR { return hn::Zero(BlockLanes<T>()); },
      [&](Index column) HWY_ATTR {
        return [&, column](BlockVector<T> sum, Index row) HWY_ATTR {
          const auto output = hn::LoadU(d, outputs + row * p.n + column);
          hn::StoreU(slope(d, output, sum), d, out + row * p.n + column);
        };
      });
}

// For derivatives that are long to compile in every tile: a loop of their own.
template <class T, class Slope>
HWY_INLINE void layer_backward_apart(const kernels::LayerBackward<T>& layer, Slope slope) {
  const BlockLanes<T> d;
  HWY_NAMESPACE::layer_backward(layer, NoSlope());
  const T* const outputs = layer.output;
  T* const out = layer.out;
  const Index size = layer.product.m * layer.product.n;
  for (Index i = 0; i < size; i += block_lanes<T>)
    hn::StoreU(slope(d, hn::LoadU(d, outputs + i), hn::LoadU(d, out + i)), d, out + i);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
