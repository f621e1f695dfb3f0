#include "renyi/nn/latent_kernels.hpp"

#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/nn/latent_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/core/simd/exp-inl.hpp"
#include "renyi/nn/simd/row-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

template <class T>
struct Latent {
  using V = RowVector<T>;
  static constexpr RowLanes<T> d = {};

  static HWY_INLINE V half_square(V x) { return hn::Mul(hn::Set(d, T(0.5)), hn::Mul(x, x)); }

  static void draw(const kernels::LatentDraws<T>& p, double* log_weights) {
    for (Index r = 0; r < p.draws; ++r) {
      const T* mean = p.heads + r / p.per_head * 2 * p.size;
      const T* log_sd = mean + p.size;
      const T* noise = p.noise + r * p.noise_stride;
      T* latents = p.latents + r * p.size;
      T* sds = p.sds + r * p.size;
      auto sum = hn::Zero(d);
      for_each_vector<T>(p.size, [&](auto place) HWY_ATTR {
        const auto z = place.load(noise), s = place.load(log_sd);
        const auto sd = HWY_NAMESPACE::exp(d, s);
        place.store(sd, sds);
        place.store(hn::MulAdd(sd, z, place.load(mean)), latents);
        sum = hn::Add(sum, hn::Add(s, half_square(z)));
      });
      log_weights[r] += sum_lanes<T>(sum);
    }
  }

  static void density(const kernels::LatentDensities<T>& p, double* log_weights) {
    for (Index r = 0; r < p.draws; ++r) {
      const T* mean = p.heads + r * 2 * p.size;
      const T* log_sd = mean + p.size;
      const T* latents = p.latents + r * p.size;
      auto sum = hn::Zero(d);
      for_each_vector<T>(p.size, [&](auto place) HWY_ATTR {
        const auto s = place.load(log_sd);
        const auto t = hn::Mul(hn::Sub(place.load(latents), place.load(mean)),
                               HWY_NAMESPACE::exp(d, hn::Neg(s)));
        sum = hn::Add(sum, hn::Add(s, half_square(t)));
      });
      log_weights[r] -= sum_lanes<T>(sum);
    }
  }
  static void density_back(const kernels::LatentDensities<T>& p, const double* model,
                           const double* path, T* latent_gradients) {
    for (Index r = 0; r < p.draws; ++r) {
      T* mean = p.heads + r * 2 * p.size;
      T* log_sd = mean + p.size;
      const T* latents = p.latents + r * p.size;
      T* gradients = latent_gradients + r * p.size;
      const auto by_head = hn::Set(d, static_cast<T>(model[r]));
      const auto by_latent = hn::Set(d, static_cast<T>(path[r]));
      for_each_vector<T>(p.size, [&](auto place) HWY_ATTR {
        const auto inverse = HWY_NAMESPACE::exp(d, hn::Neg(place.load(log_sd)));
        const auto t = hn::Mul(hn::Sub(place.load(latents), place.load(mean)), inverse);
        const auto slope = hn::Mul(t, inverse);
        place.store(hn::Mul(by_head, slope), mean);
        place.store(hn::Mul(by_head, hn::MulSub(t, t, hn::Set(d, T(1)))), log_sd);
        place.store(hn::NegMulAdd(by_latent, slope, place.load(gradients)), gradients);
      });
    }
  }

  static void prior(const T* latents, Index size, Index draws, double* log_weights) {
    for (Index r = 0; r < draws; ++r) {
      const T* row = latents + r * size;
      auto sum = hn::Zero(d);
      for_each_vector<T>(
          size, [&](auto place) HWY_ATTR { sum = hn::Add(sum, half_square(place.load(row))); });
      log_weights[r] -= sum_lanes<T>(sum);
    }
  }
  static void prior_back(const T* latents, Index size, Index draws, const double* path,
                         T* latent_gradients) {
    for (Index r = 0; r < draws; ++r) {
      const T* row = latents + r * size;
      T* gradients = latent_gradients + r * size;
      const auto factor = hn::Set(d, static_cast<T>(path[r]));
      for_each_vector<T>(size, [&](auto place) HWY_ATTR {
        place.store(hn::NegMulAdd(factor, place.load(row), place.load(gradients)), gradients);
      });
    }
  }

  // An sd that has vanished has no density to move along.
  static HWY_INLINE V own_slope(V own, V z, V sd) {
    return hn::IfThenElseZero(hn::Gt(sd, hn::Zero(d)), hn::Div(hn::Mul(own, z), sd));
  }
  static void draw_back(const kernels::LatentGradients<T>& p) {
    for (Index r = 0; r < p.draws; ++r) {
      const T* gradients = p.latent_gradients + r * p.size;
      const T* sds = p.sds + r * p.size;
      const T* noise = p.noise + r * p.noise_stride;
      T* by_mean = p.head_gradients + r / p.per_head * 2 * p.size;
      T* by_log_sd = by_mean + p.size;
      const auto score = hn::Set(d, static_cast<T>(p.score[r]));
      const auto own = hn::Set(d, static_cast<T>(p.path[r] - p.score[r]));
      for_each_vector<T>(p.size, [&](auto place) HWY_ATTR {
        const auto z = place.load(noise), sd = place.load(sds);
        const auto gradient = hn::Add(place.load(gradients), own_slope(own, z, sd));
        place.store(hn::Add(place.load(by_mean), gradient), by_mean);
        place.store(hn::Add(place.load(by_log_sd), hn::MulAdd(hn::Mul(gradient, sd), z, score)),
                    by_log_sd);
      });
    }
  }
};

template <class T>
constexpr kernels::LatentKernels<T> latent_table = {Latent<T>::draw,    Latent<T>::draw_back,
                                                    Latent<T>::density, Latent<T>::density_back,
                                                    Latent<T>::prior,   Latent<T>::prior_back};
const kernels::LatentKernels<float>* float_latents() { return &latent_table<float>; }
const kernels::LatentKernels<double>* double_latents() { return &latent_table<double>; }

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::kernels {
namespace {
using namespace simd;  // for the dispatch tables' names
HWY_EXPORT(float_latents);
HWY_EXPORT(double_latents);
}  // namespace

template <>
const LatentKernels<float>& latent_kernels<float>() {
  return *HWY_DYNAMIC_DISPATCH(float_latents)();
}
template <>
const LatentKernels<double>& latent_kernels<double>() {
  return *HWY_DYNAMIC_DISPATCH(double_latents)();
}

}  // namespace renyi::kernels
#endif
