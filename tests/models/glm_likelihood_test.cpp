#include "renyi/models/glm_likelihood.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/gradient_check.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/support/generators.hpp"

namespace renyi::glm_likelihood_test {
namespace {

using testing::number_between;

constexpr GlmFamily families[] = {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson,
                                  GlmFamily::gaussian};

RC_GTEST_PROP(GlmLikelihood, DerivativesEqualFiniteDifferences, ()) {
  for (const GlmFamily family : families) {
    const GlmLikelihood likelihood{family, *number_between(0.5, 3.0)};
    const double target = has_two_classes(family) ? *rc::gen::element(0.0, 1.0)
                                                  : static_cast<double>(*rc::gen::inRange(0, 9));
    const RowLikelihood row(likelihood, target);
    const Vector at = Vector::Constant(1, *number_between(-6.0, 4.0));
    const LikelihoodAt value = row.at(at(0));
    const auto first = check_gradient([&](const Vector& f) { return row.at(f(0)).value; }, at,
                                      Vector::Constant(1, value.first));
    const auto second = check_gradient([&](const Vector& f) { return row.at(f(0)).first; }, at,
                                       Vector::Constant(1, value.second));
    if (!first.passed) RC_FAIL(std::string(to_string(family)) + first.to_string());
    if (!second.passed) RC_FAIL(std::string(to_string(family)) + second.to_string());
    RC_ASSERT(value.second <= 0.0);
  }
}

RC_GTEST_PROP(GlmLikelihood, ProbabilitiesOfTheTwoClassesSumToOne, ()) {
  const double f = *number_between(-30.0, 30.0);
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::probit}) {
    const GlmLikelihood likelihood{family};
    const double sum = std::exp(RowLikelihood(likelihood, 0.0).at(f).value) +
                       std::exp(RowLikelihood(likelihood, 1.0).at(f).value);
    RC_ASSERT(std::abs(sum - 1.0) < 1e-14);
  }
}

TEST(GlmLikelihood, CountsSumToOne) {
  double sum = 0.0;
  for (double y = 0.0; y < 60.0; ++y)
    sum += std::exp(RowLikelihood({GlmFamily::poisson}, y).at(2.0).value);
  EXPECT_NEAR(sum, 1.0, 1e-13);
}

TEST(GlmLikelihood, ProbitIsRightInBothTails) {
  // log of the probability, by Boost, and in the far tail by its asymptotic series.
  const boost::math::normal normal;
  for (const double z : {-35.0, -10.0, -5.0, -3.0001, -2.9999, -1.0, 0.0, 2.0}) {
    const double expected = std::log(boost::math::cdf(normal, z));
    EXPECT_NEAR(log_normal_probability(z).value / expected, 1.0, 1e-14) << z;
  }
  EXPECT_NEAR(log_normal_probability(9.0).value / -boost::math::cdf(normal, -9.0), 1.0, 1e-13);
  const LikelihoodAt far = log_normal_probability(-1e8);
  EXPECT_DOUBLE_EQ(far.value, -0.5e16 - std::log(1e8) - 0.5 * std::log(2.0 * std::acos(-1.0)));
  EXPECT_DOUBLE_EQ(far.first, 1e8);
  EXPECT_DOUBLE_EQ(far.second, -1.0);
  const LikelihoodAt below = log_normal_probability(std::nextafter(-3.0, -4.0));
  const LikelihoodAt above = log_normal_probability(-3.0);
  EXPECT_NEAR(below.value, above.value, 1e-13);
  EXPECT_NEAR(below.first, above.first, 1e-13);
  EXPECT_NEAR(below.second, above.second, 1e-12);
}

TEST(GlmLikelihood, IsDefinedAtExtremePredictors) {
  for (const GlmFamily family : families)
    for (const double target : {0.0, 1.0})
      for (const double f : {-1e100, -800.0, 800.0, 1e100}) {
        const LikelihoodAt at = RowLikelihood({family}, target).at(f);
        EXPECT_FALSE(std::isnan(at.value)) << to_string(family) << ' ' << f;
        EXPECT_FALSE(std::isnan(at.first)) << to_string(family) << ' ' << f;
        EXPECT_LE(at.second, 0.0) << to_string(family) << ' ' << f;
      }
  EXPECT_EQ(RowLikelihood({GlmFamily::poisson}, 3.0).at(800.0).value, -infinity);
  EXPECT_EQ(RowLikelihood({GlmFamily::poisson}, 0.0).at(-infinity).value, 0.0);
  EXPECT_EQ(RowLikelihood({GlmFamily::logistic}, 1.0).at(-1e100).value, -1e100);
}

TEST(GlmLikelihood, ArraysAreRows) {
  const std::vector<double> targets = {0.0, 3.0, 1.0}, predictors = {0.5, -1.0, 2.0};
  std::vector<double> values(3), first(3), second(3);
  const GlmLikelihood likelihood{GlmFamily::poisson};
  log_likelihoods(likelihood, targets, predictors, values, first, second);
  for (std::size_t i = 0; i < 3; ++i) {
    const LikelihoodAt at = RowLikelihood(likelihood, targets[i]).at(predictors[i]);
    EXPECT_EQ(values[i], at.value);
    EXPECT_EQ(first[i], at.first);
    EXPECT_EQ(second[i], at.second);
  }
  std::vector<double> short_values(2);
  EXPECT_THROW(log_likelihoods(likelihood, targets, predictors, short_values), UsageError);
}

TEST(GlmLikelihood, KnowsItsTargets) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(GlmLikelihood{GlmFamily::probit}.allows(1.0));
  EXPECT_FALSE(GlmLikelihood{GlmFamily::logistic}.allows(-1.0));
  EXPECT_FALSE(GlmLikelihood{GlmFamily::logistic}.allows(0.5));
  EXPECT_TRUE(GlmLikelihood{GlmFamily::poisson}.allows(7.0));
  EXPECT_FALSE(GlmLikelihood{GlmFamily::poisson}.allows(-1.0));
  EXPECT_FALSE(GlmLikelihood{GlmFamily::poisson}.allows(1.5));
  EXPECT_FALSE(GlmLikelihood{GlmFamily::poisson}.allows(infinity));
  EXPECT_TRUE(GlmLikelihood{GlmFamily::gaussian}.allows(-1.5));
  EXPECT_FALSE(GlmLikelihood{GlmFamily::gaussian}.allows(nan));
  EXPECT_THROW((GlmLikelihood{GlmFamily::gaussian, 0.0}.validate()), UsageError);
}

}  // namespace
}  // namespace renyi::glm_likelihood_test
