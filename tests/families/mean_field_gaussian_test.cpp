#include "renyi/families/mean_field_gaussian.hpp"

#include <gtest/gtest.h>

#include "renyi/core/gradient_check.hpp"
#include "renyi/core/random.hpp"

namespace renyi::mean_field_gaussian_test {
namespace {

Vector normal(Index size, std::uint64_t seed) {
  Vector v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v;
}

constexpr Parameterisation all[] = {Parameterisation::direct, Parameterisation::site};

TEST(MeanFieldGaussian, PullsDerivativesBackToItsParameters) {
  constexpr Index n = 7;
  const Vector mean_weights = normal(n, 1), sd_weights = normal(n, 2);
  for (const Parameterisation way : all) {
    const MeanFieldGaussian family{way, 1.3};
    const Vector parameters = normal(2 * n, 3);
    const auto value = [&](const Vector& x) {
      Vector mean(n), sd(n);
      family.moments(x, mean, sd);
      return mean_weights.dot(mean) + sd_weights.dot(Vector(sd.array().log()));
    };
    Vector gradient = Vector::Zero(2 * n);
    family.pull_back(parameters, mean_weights, sd_weights, gradient);
    const auto check = check_gradient(value, parameters, gradient);
    EXPECT_TRUE(check.passed) << check.to_string();
  }
}

// prior x site: precisions add, and the mean is the precision-weighted one.
TEST(MeanFieldGaussian, ASiteIsTheProductOfPriorAndFactor) {
  const MeanFieldGaussian family{Parameterisation::site, 2.0};
  Vector parameters(2), mean(1), sd(1);
  parameters << 3.0, std::log(0.5);
  family.moments(parameters, mean, sd);
  EXPECT_NEAR(sd(0) * sd(0), 1.0 / (1.0 / 0.5 + 1.0 / 4.0), 1e-15);
  EXPECT_NEAR(mean(0), (3.0 / 0.5) / (1.0 / 0.5 + 1.0 / 4.0), 1e-14);
}

TEST(MeanFieldGaussian, ASiteStaysFiniteAtExtremeScales) {
  const MeanFieldGaussian family{Parameterisation::site, 1.0};
  for (const double scale : {-1e4, -800.0, 800.0, 1e4}) {
    Vector parameters(2), mean(1), sd(1), gradient = Vector::Zero(2);
    parameters << 2.0, scale;
    family.moments(parameters, mean, sd);
    family.pull_back(parameters, Vector::Ones(1), Vector::Ones(1), gradient);
    EXPECT_TRUE(mean.allFinite() && sd.allFinite() && gradient.allFinite()) << scale;
    EXPECT_NEAR(mean(0), scale > 0.0 ? 0.0 : 2.0, 1e-12);
    EXPECT_NEAR(sd(0), scale > 0.0 ? 1.0 : 0.0, 1e-12);
  }
}

TEST(MeanFieldGaussian, TheDivergenceIsZeroAtThePriorAndItsGradientIsExact) {
  constexpr Index n = 4;
  Vector zero = Vector::Zero(n);
  Vector mean_gradient = Vector::Zero(n), log_sd_gradient = Vector::Zero(n);
  EXPECT_EQ(
      add_kl_divergence(zero, Vector::Constant(n, 2.0), 2.0, 1.0, mean_gradient, log_sd_gradient),
      0.0);
  const Vector x = normal(2 * n, 4);
  const auto value = [&](const Vector& at) {
    Vector a = Vector::Zero(n), b = Vector::Zero(n);
    return -3.0 * add_kl_divergence(at.head(n), at.tail(n).array().exp().matrix(), 0.7, 1.0, a, b);
  };
  Vector gradient(2 * n);
  mean_gradient.setZero();
  log_sd_gradient.setZero();
  add_kl_divergence(x.head(n), x.tail(n).array().exp().matrix(), 0.7, -3.0, mean_gradient,
                    log_sd_gradient);
  gradient << mean_gradient, log_sd_gradient;
  const auto check = check_gradient(value, x, gradient);
  EXPECT_TRUE(check.passed) << check.to_string();
}

}  // namespace
}  // namespace renyi::mean_field_gaussian_test
