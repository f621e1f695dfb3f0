// MeanFieldGaussian's moments and their derivatives over long ranges of coordinates, vectorised and
// in the scalar type of a model's kernels. The mathematics is mean_field_gaussian.hpp's.
#pragma once

#include "renyi/families/mean_field_gaussian.hpp"

namespace renyi::kernels {

// Coordinates of the family: locations and scales are its parameters, `share` what pull_back needs
// of the way there (of `site` alone: the part of the precision that is the site's).
template <class T>
struct Moments {
  const double* locations;
  const double* scales;
  Index size;
  T* mean;
  T* sd;
  T* share;
};
// Fills mean, sd and share; returns the sum of log sd.
double fill_moments(const MeanFieldGaussian& family, const Moments<float>& moments);
double fill_moments(const MeanFieldGaussian& family, const Moments<double>& moments);

// Adds to the gradients in locations and scales what derivatives in mean and log sd are there,
// given what fill_moments left.
template <class T>
struct MomentsGradient {
  const double* locations;
  const T* sd;
  const T* share;
  Index size;
  const double* mean_gradient;
  const double* log_sd_gradient;
  double* location_gradient;
  double* scale_gradient;
};
void pull_back_moments(const MeanFieldGaussian& family, const MomentsGradient<float>& gradient);
void pull_back_moments(const MeanFieldGaussian& family, const MomentsGradient<double>& gradient);

}  // namespace renyi::kernels
