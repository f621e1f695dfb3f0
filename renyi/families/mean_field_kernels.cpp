#include "renyi/families/mean_field_kernels.hpp"

#include <algorithm>
#include <span>

#include "renyi/core/simd/targets-inl.hpp"
#include "renyi/core/vector_math.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/families/mean_field_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/families/simd/site-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

double site_moments_float(double prior_precision, const kernels::Moments<float>& moments) {
  return HWY_NAMESPACE::site_moments(prior_precision, moments);
}
double site_moments_double(double prior_precision, const kernels::Moments<double>& moments) {
  return HWY_NAMESPACE::site_moments(prior_precision, moments);
}
void site_pull_back_float(double prior_precision, const kernels::MomentsGradient<float>& g) {
  HWY_NAMESPACE::site_pull_back(prior_precision, g);
}
void site_pull_back_double(double prior_precision, const kernels::MomentsGradient<double>& g) {
  HWY_NAMESPACE::site_pull_back(prior_precision, g);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::kernels {
namespace {
using namespace simd;  // for the dispatch tables' names
HWY_EXPORT(site_moments_float);
HWY_EXPORT(site_moments_double);
HWY_EXPORT(site_pull_back_float);
HWY_EXPORT(site_pull_back_double);

double site(double prior_precision, const Moments<float>& moments) {
  return HWY_DYNAMIC_DISPATCH(site_moments_float)(prior_precision, moments);
}
double site(double prior_precision, const Moments<double>& moments) {
  return HWY_DYNAMIC_DISPATCH(site_moments_double)(prior_precision, moments);
}
void site(double prior_precision, const MomentsGradient<float>& gradient) {
  HWY_DYNAMIC_DISPATCH(site_pull_back_float)(prior_precision, gradient);
}
void site(double prior_precision, const MomentsGradient<double>& gradient) {
  HWY_DYNAMIC_DISPATCH(site_pull_back_double)(prior_precision, gradient);
}

template <class T>
double moments_of(const MeanFieldGaussian& family, const Moments<T>& m) {
  if (family.parameterisation == Parameterisation::site)
    return -0.5 * site(1.0 / (family.prior_sd * family.prior_sd), m);
  double log_sd_sum = 0.0;
  constexpr Index piece = 256;
  double sd[piece];
  for (Index begin = 0; begin < m.size; begin += piece) {
    const Index size = std::min(piece, m.size - begin);
    const auto count = static_cast<std::size_t>(size);
    exp(std::span(m.scales + begin, count), std::span(sd, count));
    for (Index i = 0; i < size; ++i) {
      m.mean[begin + i] = static_cast<T>(m.locations[begin + i]);
      m.sd[begin + i] = static_cast<T>(sd[i]);
      log_sd_sum += m.scales[begin + i];
    }
  }
  return log_sd_sum;
}

template <class T>
void pull_back_of(const MeanFieldGaussian& family, const MomentsGradient<T>& g) {
  if (family.parameterisation == Parameterisation::site)
    return site(1.0 / (family.prior_sd * family.prior_sd), g);
  for (Index i = 0; i < g.size; ++i) {
    g.location_gradient[i] += g.mean_gradient[i];
    g.scale_gradient[i] += g.log_sd_gradient[i];
  }
}

}  // namespace

double fill_moments(const MeanFieldGaussian& family, const Moments<float>& moments) {
  return moments_of(family, moments);
}
double fill_moments(const MeanFieldGaussian& family, const Moments<double>& moments) {
  return moments_of(family, moments);
}
void pull_back_moments(const MeanFieldGaussian& family, const MomentsGradient<float>& gradient) {
  pull_back_of(family, gradient);
}
void pull_back_moments(const MeanFieldGaussian& family, const MomentsGradient<double>& gradient) {
  pull_back_of(family, gradient);
}

}  // namespace renyi::kernels
#endif
