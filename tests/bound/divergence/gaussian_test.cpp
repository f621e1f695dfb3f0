#include "renyi/bound/divergence/gaussian.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/LU>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <numbers>

#include "renyi/core/log_space.hpp"
#include "tests/bound/divergence/pairs.hpp"
#include "tests/bound/divergence/quadrature.hpp"

namespace renyi::gaussian_test {
namespace {

using testing::number_between;

DiagonalGaussian on_line(double mean, double variance) {
  DiagonalGaussian gaussian;
  gaussian.mean = Vector::Constant(1, mean);
  gaussian.variance = Vector::Constant(1, variance);
  return gaussian;
}

TEST(GaussianDivergence, IsTheIntegralInOneDimension) {
  const auto log_density = [](double mean, double variance) {
    return [=](double x) {
      return -0.5 * (x - mean) * (x - mean) / variance -
             0.5 * std::log(2.0 * std::numbers::pi * variance);
    };
  };
  const double cases[][4] = {{0.0, 1.0, 1.0, 2.0}, {0.5, 1.2, -0.3, 1.0}, {1.0, 0.7, 1.0, 0.8}};
  for (const auto& [p_mean, p_variance, q_mean, q_variance] : cases)
    for (const double alpha : testing::quadrature_orders) {
      const double closed =
          renyi_divergence(Alpha(alpha), on_line(p_mean, p_variance), on_line(q_mean, q_variance));
      const bool finite = alpha * q_variance + (1.0 - alpha) * p_variance > 0.0;
      EXPECT_EQ(std::isfinite(closed), finite) << alpha;
      if (finite) {
        EXPECT_NEAR(closed,
                    testing::divergence_on_line(alpha, log_density(p_mean, p_variance),
                                                log_density(q_mean, q_variance)),
                    1e-9)
            << alpha;
      }
    }
}

TEST(GaussianDivergence, IsTheIntegralInThePlane) {
  const Gaussian p{Vector{{0.3, -0.2}}, Matrix{{1.0, 0.4}, {0.4, 0.9}}};
  const Gaussian q{Vector{{-0.1, 0.4}}, Matrix{{1.3, -0.2}, {-0.2, 1.1}}};
  const auto log_density = [](const Gaussian& gaussian, double x, double y) {
    const Matrix& c = gaussian.covariance;
    const double determinant = c(0, 0) * c(1, 1) - c(0, 1) * c(1, 0);
    const double u = x - gaussian.mean(0);
    const double v = y - gaussian.mean(1);
    return -0.5 * (c(1, 1) * u * u - 2.0 * c(0, 1) * u * v + c(0, 0) * v * v) / determinant -
           std::log(2.0 * std::numbers::pi) - 0.5 * std::log(determinant);
  };
  using Rule = boost::math::quadrature::gauss_kronrod<double, 61>;
  // At -1.5 the integral diverges; at 3.7 it is nearly singular, hence the wide range.
  EXPECT_EQ(renyi_divergence(Alpha(-1.5), p, q), -infinity);
  for (const double alpha : {-0.5, 0.3, 0.5, 0.999, 1.0, 1.001, 2.0, 3.7}) {
    const auto along_y = [&](double x) {
      const auto f = [&](double y) {
        return testing::integrand(alpha, log_density(p, x, y), log_density(q, x, y));
      };
      return Rule::integrate(f, -80.0, 80.0, 10, 1e-12);
    };
    const double integral = Rule::integrate(along_y, -80.0, 80.0, 10, 1e-12);
    EXPECT_NEAR(renyi_divergence(Alpha(alpha), p, q), testing::from_integral(alpha, integral), 1e-8)
        << alpha;
  }
}

RC_GTEST_PROP(GaussianDivergence, DoesNotDependOnTheBasis, ()) {
  const auto n = *rc::gen::inRange<Index>(2, 5);
  const Vector p_variance = testing::any_scales(n, 1.0);
  const Vector q_variance = testing::any_scales(n, 1.0);
  const Vector p_mean = testing::any_numbers(n, 3.0);
  const Vector q_mean = testing::any_numbers(n, 3.0);
  Matrix basis(n, n);
  for (double& value : basis.reshaped()) value = *number_between(-1.0, 1.0);
  basis += 2.0 * static_cast<double>(n) * Matrix::Identity(n, n);
  const auto moved = [&basis](const Vector& mean, const Vector& variance) {
    const Matrix covariance = basis * variance.asDiagonal() * basis.transpose();
    return Gaussian{basis * mean, 0.5 * (covariance + covariance.transpose())};
  };
  const Alpha alpha(*number_between(-1.0, 2.0));
  const double axes = renyi_divergence(alpha, DiagonalGaussian{p_mean, p_variance},
                                       DiagonalGaussian{q_mean, q_variance});
  const double free = renyi_divergence(alpha, moved(p_mean, p_variance), moved(q_mean, q_variance));
  // Close to where the integral starts to diverge the two may fall on either side.
  RC_PRE(std::isfinite(axes) && std::isfinite(free) && std::abs(axes) < 1e4);
  RC_ASSERT(std::abs(axes - free) <= 1e-9 * (1.0 + std::abs(axes)));
}

RC_GTEST_PROP(GaussianDivergence, IsSkewSymmetricForAnyScalesOfTheCoordinates, ()) {
  // Full covariances: each side diagonalises them from its own point of view.
  const auto n = *rc::gen::inRange<Index>(2, 5);
  const Gaussian p{testing::any_numbers(n, 3.0), testing::any_covariance(n, 200.0)};
  const Gaussian q{testing::any_numbers(n, 3.0), testing::any_covariance(n, 200.0)};
  const double one = renyi_divergence(Alpha(0.5), p, q);
  const double other = renyi_divergence(Alpha(0.5), q, p);
  RC_ASSERT((one == other || std::abs(one - other) <= 1e-12 * one));
}

RC_GTEST_PROP(GaussianDivergence, DivergesExactlyWhereTheTiltedCovarianceIsNotPositiveDefinite,
              ()) {
  const double p_variance = testing::any_scale(1.0);
  const double q_variance = testing::any_scale(1.0);
  const double alpha = *number_between(-5.0, 5.0);
  const double tilted = alpha * q_variance + (1.0 - alpha) * p_variance;
  RC_PRE(std::abs(tilted) > 1e-9);
  const double value =
      renyi_divergence(Alpha(alpha), on_line(0.0, p_variance), on_line(0.0, q_variance));
  RC_ASSERT(std::isfinite(value) == (tilted > 0.0));
}

TEST(GaussianDivergence, APositiveDeterminantIsNotEnough) {
  // Both variances of alpha Sq + (1 - alpha) Sp negative: the determinant is positive.
  const DiagonalGaussian p{Vector::Zero(2), Vector{{1.0, 1.0}}};
  const DiagonalGaussian q{Vector::Zero(2), Vector{{0.1, 0.1}}};
  EXPECT_EQ(renyi_divergence(Alpha(10.0), p, q), infinity);
  EXPECT_EQ(renyi_divergence(Alpha(-10.0), q, p), -infinity);
}

TEST(GaussianDivergence, ASharedVarianceLeavesInfiniteOrdersFinite) {
  // Along (1, 1) both have variance 1, along (1, -1) q is wider, and the means differ there alone.
  const auto rotated = [](double along, double across, double mean) {
    const double c = std::cos(0.7);
    const double s = std::sin(0.7);
    return Gaussian{Vector{{-s * mean, c * mean}},
                    Matrix{{c * c * along + s * s * across, c * s * (along - across)},
                           {c * s * (along - across), s * s * along + c * c * across}}};
  };
  const double d =
      renyi_divergence(Alpha(infinity), rotated(1.0, 1.0, 0.0), rotated(1.0, 2.0, 1.0));
  EXPECT_NEAR(d, 0.5 * std::log(2.0) + 0.5, 1e-12);
  EXPECT_NEAR(renyi_divergence(Alpha(1e300), rotated(1.0, 1.0, 0.0), rotated(1.0, 2.0, 1.0)), d,
              1e-12);
}

TEST(GaussianDivergence, EqualCovariancesGiveAlphaTimesHalfTheSquaredDistance) {
  const Matrix covariance{{2.0, 0.6}, {0.6, 1.0}};
  const Vector mean{{1.0, -1.0}};
  const double squared = mean.dot(covariance.inverse() * mean);
  for (const double alpha : {-1e4, -1.0, 0.25, 1.0, 3.0, 1e6})
    EXPECT_NEAR(renyi_divergence(Alpha(alpha), Gaussian{mean, covariance},
                                 Gaussian{Vector::Zero(2), covariance}) /
                    (0.5 * alpha * squared),
                1.0, 1e-13);
  EXPECT_EQ(renyi_divergence(Alpha(infinity), Gaussian{mean, covariance},
                             Gaussian{Vector::Zero(2), covariance}),
            infinity);
}

TEST(GaussianDivergence, ScalesBeyondTheRangeOfTheirRatioAreNoProblem) {
  const DiagonalGaussian narrow = on_line(0.0, 1e-300);
  const DiagonalGaussian wide = on_line(0.0, 1e300);
  const double log_ratio = 600.0 * std::log(10.0);
  EXPECT_NEAR(renyi_divergence(Alpha(infinity), narrow, wide), 0.5 * log_ratio, 1e-9);
  EXPECT_NEAR(renyi_divergence(Alpha(0.5), narrow, wide), 0.5 * log_ratio - std::log(2.0), 1e-9);
}

}  // namespace
}  // namespace renyi::gaussian_test
