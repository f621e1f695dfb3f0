// A Gaussian whose coordinates are independent, and the two ways in which its mean and standard
// deviation follow from free parameters. Drawing from it is left to the objectives.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "renyi/core/matrix.hpp"
#include "renyi/core/named_enum.hpp"

namespace renyi {

enum class Parameterisation : std::uint8_t {
  direct,  // the mean and log sd themselves
  site     // prior times a Gaussian factor of mean a and log variance b: sd never above the prior's
};

template <>
struct EnumNames<Parameterisation> {
  static constexpr std::string_view what = "parameterisation";
  static constexpr std::array<std::string_view, 2> names = {"direct", "site"};
};

// Of n coordinates: parameters are n locations (mean or a), then n scales (log sd or b). The prior
// of `site` is N(0, prior_sd^2).
struct MeanFieldGaussian {
  Parameterisation parameterisation = Parameterisation::site;
  double prior_sd = 1.0;

  // Fills mean and sd, n each; parameters has 2 n.
  void moments(const ConstVectorRef& parameters, Eigen::Ref<Vector> mean,
               Eigen::Ref<Vector> sd) const;

  // Adds to `gradient` (2 n) what derivatives in mean and log sd are in the parameters.
  void pull_back(const ConstVectorRef& parameters, const ConstVectorRef& mean_gradient,
                 const ConstVectorRef& log_sd_gradient, Eigen::Ref<Vector> gradient) const;
};

// KL(q || N(0, prior_sd^2)), summed over coordinates; adds its derivatives in mean and log sd.
double add_kl_divergence(const ConstVectorRef& mean, const ConstVectorRef& sd, double prior_sd,
                         double factor, Eigen::Ref<Vector> mean_gradient,
                         Eigen::Ref<Vector> log_sd_gradient);

}  // namespace renyi
