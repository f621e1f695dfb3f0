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
  const PaddedLanes<T> d;
  const kernels::SmallProduct<T> p = layer.product;
  T* const out = layer.out;
  const T* bias = p.b + p.k * p.b_stride;
  HWY_ALIGN T lanes[padded_lanes<T>] = {};
  lanes[layer.units % padded_lanes<T>] = T{1};
  const auto one = hn::Load(d, lanes);
  const Index one_at = layer.units - layer.units % padded_lanes<T>;
  HWY_NAMESPACE::small_matmul<false>(
      p, p.n,
      [&](Index column) HWY_ATTR {
        const auto start = RowPart<T>(p.n - column).load(bias + column);
        return column == one_at ? hn::Add(start, one) : start;
      },
      [=](PaddedVector<T> sum, auto part, Index row, Index column) HWY_ATTR {
        part.store(Relu ? hn::Max(sum, hn::Zero(d)) : sum, out + row * p.n + column);
      });
}

template <class T>
HWY_INLINE void layer_gradient(const kernels::LayerGradient<T>& layer) {
  const kernels::SmallProduct<T> p = layer.product;
  const Index columns = layer.columns;
  const GradientAdder<T> adder(layer.sums, p.m * columns);
  HWY_NAMESPACE::small_matmul<true>(
      p, columns, [](Index) HWY_ATTR { return hn::Zero(PaddedLanes<T>()); },
      [=](PaddedVector<T> sum, auto part, Index row, Index column)
          HWY_ATTR { adder.add(sum, part, row * columns + column); });
}

template <class T, class Slope>
HWY_INLINE void layer_backward(const kernels::LayerBackward<T>& layer, Slope slope) {
  const PaddedLanes<T> d;
  const kernels::SmallProduct<T> p = layer.product;
  const T* const outputs = layer.output;
  T* const out = layer.out;
  HWY_NAMESPACE::small_matmul<false>(
      p, p.n, [](Index) HWY_ATTR { return hn::Zero(PaddedLanes<T>()); },
      [=](PaddedVector<T> sum, auto part, Index row, Index column) HWY_ATTR {
        const auto output = part.load(outputs + row * p.n + column);
        part.store(slope(d, output, sum), out + row * p.n + column);
      });
}

// For derivatives that are long to compile in every tile: a loop of their own.
template <class T, class Slope>
HWY_INLINE void layer_backward_apart(const kernels::LayerBackward<T>& layer, Slope slope) {
  const PaddedLanes<T> d;
  HWY_NAMESPACE::layer_backward(layer, NoSlope());
  const T* const outputs = layer.output;
  T* const out = layer.out;
  const Index size = layer.product.m * layer.product.n;
  for (Index i = 0; i < size; i += padded_lanes<T>) {
    const RowPart<T> part(size - i);
    part.store(slope(d, part.load(outputs + i), part.load(out + i)), out + i);
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
