// A hidden layer forward and backward, on the tiles of small_matmul-inl.hpp.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_LAYER_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_LAYER_INL_HPP_
#undef RENYI_NN_SIMD_LAYER_INL_HPP_
#else
#define RENYI_NN_SIMD_LAYER_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "renyi/core/simd/partial-inl.hpp"
#include "renyi/nn/simd/dots-inl.hpp"
#include "renyi/nn/simd/slope-inl.hpp"
#include "renyi/nn/simd/small_matmul-inl.hpp"
#include "renyi/nn/simd/transpose-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

template <class T>
HWY_INLINE void layer_forward(const kernels::LayerForward<T>& given) {
  const kernels::LayerForward<T> layer = given;
  const BlockLanes<T> d;
  const Index stride = kernels::padded(layer.rows);
  const T* bias = layer.weights + layer.inputs * layer.units;
  T* const out = layer.out;
  const auto floor = hn::Set(d, layer.with_relu ? T{0} : -std::numeric_limits<T>::infinity());
  HWY_NAMESPACE::small_matmul<true>(
      SmallProduct<T>{.a = layer.weights,
                      .a_stride = layer.units,
                      .b = layer.in,
                      .b_stride = stride,
                      .m = layer.units,
                      .k = layer.inputs,
                      .n = vectors_of<T>(layer.rows) * block_lanes<T>},
      [=](Index unit) HWY_ATTR { return hn::Set(d, bias[unit]); },
      [=](BlockVector<T> sum, Index unit, Index row)
          HWY_ATTR { hn::StoreU(hn::Max(floor, sum), d, out + unit * stride + row); });
  std::fill_n(out + layer.units * stride, stride, T{1});
}

template <class T, class Slope>
HWY_INLINE void layer_backward(const kernels::LayerBackward<T>& layer, Slope slope) {
  const BlockLanes<T> d;
  const Index stride = kernels::padded(layer.rows);
  const T* const in = layer.in;
  T* const out = layer.out;
  const SmallProduct<T> product{.a = layer.weights,
                                .a_stride = layer.is_readout ? layer.inputs + 1 : layer.units,
                                .b = layer.slopes,
                                .b_stride = stride,
                                .m = layer.inputs,
                                .k = layer.units,
                                .n = vectors_of<T>(layer.rows) * block_lanes<T>};
  const auto start = [](Index) HWY_ATTR { return hn::Zero(BlockLanes<T>()); };
  const auto finish = [=](BlockVector<T> sum, Index input, Index row) HWY_ATTR {
    const auto output = hn::LoadU(d, in + input * stride + row);
    hn::StoreU(slope(d, output, sum), d, out + input * stride + row);
  };
  if (layer.is_readout)
    HWY_NAMESPACE::small_matmul<true>(product, start, finish);
  else
    HWY_NAMESPACE::small_matmul<false>(product, start, finish);
}

// For derivatives that are long to compile in every tile: a loop of their own.
template <class T, class Slope>
HWY_INLINE void layer_backward_apart(const kernels::LayerBackward<T>& layer, Slope slope) {
  const BlockLanes<T> d;
  HWY_NAMESPACE::layer_backward(layer, NoSlope());
  const T* const in = layer.in;
  T* const out = layer.out;
  const Index size = layer.inputs * kernels::padded(layer.rows);
  for (Index i = 0; i < size; i += block_lanes<T>)
    hn::StoreU(slope(d, hn::LoadU(d, in + i), hn::LoadU(d, out + i)), d, out + i);
}

template <class T>
HWY_INLINE void layer_backward(const kernels::LayerBackward<T>& layer, Activation activation) {
  switch (activation) {
    case Activation::relu:
      return HWY_NAMESPACE::layer_backward(layer, ReluSlope());
    case Activation::tanh:
      return HWY_NAMESPACE::layer_backward_apart(layer, TanhSlope());
    case Activation::softplus:
      return HWY_NAMESPACE::layer_backward_apart(layer, SoftplusSlope());
  }
}

// The sums are over rows, so lanes are units here; a few units that are left would take a vector of
// their own, and are dots over rows instead.
template <class T>
HWY_INLINE void layer_gradient(const kernels::LayerGradient<T>& given) {
  const kernels::LayerGradient<T> layer = given;
  const BlockLanes<T> d;
  constexpr Index lanes = block_lanes<T>;
  const Index stride = kernels::padded(layer.rows), width = kernels::padded(layer.units);
  const Index units = layer.units, rest = units % lanes, vectors = vectors_of<T>(layer.rows);
  const bool has_few_left = rest * (vectors + 4) <= layer.rows;
  const Index by_lane = has_few_left ? units - rest : vectors_of<T>(units) * lanes;
  const Index done = layer.is_turned ? units - rest : 0;
  HWY_NAMESPACE::transpose(layer.slopes + done * stride, stride, by_lane - done, layer.rows,
                           layer.turned + done, width);
  T* const out = layer.gradient;
  const auto first = first_lanes(d, rest);
  HWY_NAMESPACE::small_matmul<false>(
      SmallProduct<T>{.a = layer.in,
                      .a_stride = stride,
                      .b = layer.turned,
                      .b_stride = width,
                      .m = layer.lines,
                      .k = layer.rows,
                      .n = by_lane},
      [](Index) HWY_ATTR { return hn::Zero(BlockLanes<T>()); },
      [=](BlockVector<T> sum, Index line, Index unit) HWY_ATTR {
        T* const to = out + line * units + unit;
        if (unit + lanes <= units)
          hn::StoreU(sum, d, to);
        else
          store_first(sum, d, to, first, rest);
      });
  for (Index unit = by_lane; unit < units; ++unit)
    HWY_NAMESPACE::dots(layer.slopes + unit * stride, layer.in, stride, layer.lines,
                        vectors * lanes, out + unit, units);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
