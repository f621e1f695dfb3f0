#include "renyi/inference/mean_field_site.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/models/tilted_moments.hpp"
#include "tests/inference/allocations.hpp"

namespace renyi::mean_field_site_test {
namespace {

const Vector x{{1.0, -0.7}};

NaturalDiagonal cavity_of(double first_variance, double second_variance) {
  NaturalDiagonal cavity{Vector{{1.0 / first_variance, 1.0 / second_variance}}, Vector(2)};
  cavity.shift = cavity.precision.cwiseProduct(Vector{{0.4, -0.3}});
  return cavity;
}

// Means and variances of the tilted distribution on a grid of two dimensions.
TEST(MeanFieldSite, MatchesTheMomentsOfEveryCoordinate) {
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson})
    for (const double beta : {0.5, 1.0, 6.0}) {
      const NaturalDiagonal cavity = cavity_of(0.8, 1.5);
      const RowLikelihood row({family}, 1.0);
      NaturalDiagonal site;
      const double log_normaliser = mean_field_site(row, x, beta, cavity, site);
      double sum = 0.0;
      Vector first = Vector::Zero(2), second = Vector::Zero(2);
      const double step = 0.05, reach = 10.0;
      for (double a = -reach; a <= reach; a += step)
        for (double b = -reach; b <= reach; b += step) {
          const Vector theta{{a, b}};
          const Vector quadratic = theta.cwiseProduct(cavity.shift) -
                                   0.5 * theta.cwiseAbs2().cwiseProduct(cavity.precision);
          const double weight = std::exp(quadratic.sum() + beta * row.at(x.dot(theta)).value);
          sum += weight;
          first += weight * theta;
          second += weight * theta.cwiseAbs2();
        }
      const Vector mean = first / sum, variance = second / sum - mean.cwiseAbs2();
      NaturalDiagonal matched = cavity;
      matched.add(beta, site);
      EXPECT_LT((matched.precision.cwiseInverse() - variance).norm(), 1e-9) << to_string(family);
      EXPECT_LT((matched.shift.cwiseQuotient(matched.precision) - mean).norm(), 1e-9)
          << to_string(family);
      const double constant = log_partition(cavity) + std::log(2.0 * std::acos(-1.0));
      EXPECT_NEAR(beta * log_normaliser, std::log(sum * step * step) - constant, 1e-9);
    }
}

TEST(MeanFieldSite, OfOneCoordinateIsThatOfThePredictor) {
  const NaturalDiagonal cavity{Vector{{0.5}}, Vector{{0.2}}};
  const RowLikelihood row({GlmFamily::logistic}, 0.0);
  NaturalDiagonal site;
  mean_field_site(row, Vector{{1.0}}, 1.0, cavity, site);
  const PredictorSite predictor = site_of(tilted_moments(row, 1.0, 0.4, 2.0), 0.4);
  EXPECT_NEAR(site.precision(0), predictor.precision, 1e-14);
  EXPECT_NEAR(site.shift(0), predictor.shift, 1e-14);
}

TEST(MeanFieldSite, OfARowWithoutFeaturesIsNothing) {
  NaturalDiagonal site;
  const double value = mean_field_site(RowLikelihood({GlmFamily::logistic}, 1.0), Vector::Zero(2),
                                       1.0, cavity_of(1.0, 1.0), site);
  EXPECT_EQ(site.precision, Vector::Zero(2));
  EXPECT_EQ(site.shift, Vector::Zero(2));
  EXPECT_DOUBLE_EQ(value, -std::log(2.0));
}

TEST(MeanFieldSite, AllocatesNothing) {
  const NaturalDiagonal cavity = cavity_of(0.01, 0.01);
  NaturalDiagonal site;
  const RowLikelihood row({GlmFamily::logistic}, 1.0);
  mean_field_site(row, x, 1.0, cavity, site);
  const auto before = testing::allocations();
  for (int i = 0; i < 10; ++i) mean_field_site(row, x, 1.0, cavity, site);
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace
}  // namespace renyi::mean_field_site_test
