// Random pairs of distributions of one family for the divergence tests.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "renyi/bound/divergence.hpp"
#include "tests/support/generators.hpp"

namespace renyi::testing {

using DistributionPair = std::pair<Distribution, Distribution>;

inline const char* const all_families[] = {"gaussian", "diagonal", "mixed", "categorical",
                                           "sparse",   "poisson",  "gamma", "exponential",
                                           "beta",     "dirichlet"};

// 10^e for e in [-decades, decades].
inline double any_scale(double decades) {
  return std::pow(10.0, *number_between(-decades, decades));
}

inline Vector any_scales(Index n, double decades) {
  Vector values(n);
  for (double& value : values) value = any_scale(decades);
  return values;
}

inline Vector any_numbers(Index n, double size) {
  Vector values(n);
  for (double& value : values) value = *number_between(-size, size);
  return values;
}

// Correlations bounded away from singular, variances over the given decades.
inline Matrix any_covariance(Index n, double decades) {
  Matrix root(n, n);
  for (double& value : root.reshaped()) value = *number_between(-1.0, 1.0);
  const Matrix correlated = root * root.transpose() + 0.3 * Matrix::Identity(n, n);
  const Vector scales = any_scales(n, 0.5 * decades);
  return scales.asDiagonal() * correlated * scales.asDiagonal();
}

inline Vector any_probabilities(Index n, double decades, bool with_zeros) {
  Vector values = any_scales(n, decades);
  if (with_zeros)
    for (Index i = 1; i < n; ++i)
      if (*rc::gen::inRange(0, 3) == 0) values(i) = 0.0;
  values /= values.maxCoeff();
  values /= values.sum();
  std::rotate(values.begin(), values.begin() + *rc::gen::inRange<Index>(0, n), values.end());
  return values;
}

inline Distribution any_distribution(const std::string& family, Index n, double decades) {
  if (family == "gaussian") return Gaussian{any_numbers(n, 3.0), any_covariance(n, decades)};
  if (family == "diagonal") return DiagonalGaussian{any_numbers(n, 3.0), any_scales(n, decades)};
  if (family == "categorical") return Categorical{any_probabilities(n, decades, false)};
  if (family == "sparse") return Categorical{any_probabilities(n, decades, true)};
  if (family == "poisson") return Poisson{any_scale(decades)};
  if (family == "gamma") return Gamma{any_scale(decades), any_scale(decades)};
  if (family == "exponential") return Exponential{any_scale(decades)};
  if (family == "beta") return Beta{any_scale(decades), any_scale(decades)};
  return Dirichlet{any_scales(n, decades)};
}

inline DistributionPair any_pair(const std::string& family, double decades = 1.0) {
  const auto n = *rc::gen::inRange<Index>(1, 5);
  if (family == "mixed")
    return {any_distribution("gaussian", n, decades), any_distribution("diagonal", n, decades)};
  return {any_distribution(family, n, decades), any_distribution(family, n, decades)};
}

}  // namespace renyi::testing
