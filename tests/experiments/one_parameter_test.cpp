#include "experiments/one_parameter.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/models/linear_bound.hpp"
#include "tests/support/generators.hpp"

namespace renyi::one_parameter_test {
namespace {

using testing::number_between;

std::vector<double> numbers(std::size_t count, double low, double high) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(*number_between(low, high));
  return values;
}

std::vector<double> whole_numbers(std::size_t count, int below) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(*rc::gen::inRange(0, below));
  return values;
}

OneParameterModel any_model() {
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return gaussian_mean(numbers(4, -2.0, 2.0));
    case 1:
      return poisson_rate(whole_numbers(4, 6));
    case 2:
      return bernoulli_logit(whole_numbers(4, 2));
    default:
      return regression_slope(numbers(4, -2.0, 2.0), numbers(4, -2.0, 2.0));
  }
}

OneParameterQ any_q() { return {*number_between(-1.0, 1.0), *number_between(0.05, 1.0)}; }

// A regression without noise in its model: the exact bound in closed form.
RC_GTEST_PROP(MiniBatchEnergy, OfAllRowsIsTheExactBoundOfARegression, ()) {
  const auto x = numbers(3, -2.0, 2.0), y = numbers(3, -2.0, 2.0);
  const OneParameterQ q = any_q();
  const Alpha alpha(*number_between(-0.5, 1.0));
  const LinearRegression model(Eigen::Map<const Vector>(x.data(), 3),
                               Eigen::Map<const Vector>(y.data(), 3));
  const double exact = linear_bound(alpha, model, 1.0, {Vector{{q.mean}}, Matrix{{q.variance}}});
  const double found = MiniBatchEnergy(regression_slope(x, y), q).of_all(alpha);
  // Near the order where the bound becomes infinite its tail is longer than any grid.
  RC_PRE(std::isinf(exact) || std::abs(exact) < 100.0);
  RC_ASSERT(found == exact || std::abs(found - exact) < 1e-9 * (1.0 + std::abs(exact)));
}

// What holds on every model, by Jensen's inequality, and with equality for VI.
RC_GTEST_PROP(MiniBatchEnergy, IsNotBelowTheBoundOfAllRows, ()) {
  const MiniBatchEnergy energy(any_model(), any_q());
  const Alpha alpha(*number_between(-2.0, 1.0));
  for (const std::int64_t batch : {1, 2, 3})
    RC_ASSERT(energy.expected(alpha, batch) >= energy.of_all(alpha) - 1e-9);
  RC_ASSERT(std::abs(energy.expected(Alpha::vi(), 2) - energy.of_all(Alpha::vi())) < 1e-9);
  RC_ASSERT(energy.expected(alpha, 4) == energy.of_all(alpha));
}

// Theorem 3, and Corollary 2 at batch 1, where all rows share A(theta).
RC_GTEST_PROP(MiniBatchEnergy, IsNotAboveTheRightSideOfTheorem3, ()) {
  OneParameterModel model = any_model();
  RC_PRE(model.name != "regression");
  const MiniBatchEnergy energy(model, any_q());
  const Alpha alpha(*number_between(-2.0, 0.999));
  const double r = 1.0 + std::pow(10.0, *number_between(-2.0, 1.0));
  const std::int64_t batch = *rc::gen::inRange(1, 5);
  RC_ASSERT(energy.expected(alpha, batch) <= energy.theorem_3(alpha, r, batch) + 1e-9);
}

TEST(MiniBatchEnergy, IsAboveTheRightSideOfTheorem3ForARegression) {
  const MiniBatchEnergy energy(regression_slope({2.0, 0.0}, {0.0, 0.0}), {0.0, 1.0});
  const double two_pi = std::log(2.0 * std::numbers::pi);
  EXPECT_NEAR(energy.expected(Alpha::iwae(), 1), -two_pi - 0.25 * std::log(9.0), 1e-12);
  EXPECT_NEAR(energy.theorem_3(Alpha::iwae(), 1.5, 1), -two_pi - std::log(7.0) / 3.0, 1e-12);
  EXPECT_NEAR(energy.of_all(Alpha::iwae()), -two_pi - 0.5 * std::log(5.0), 1e-12);
}

TEST(MiniBatchEnergy, IsInfiniteWhereTheIntegralDiverges) {
  const MiniBatchEnergy energy(bernoulli_logit({0, 1}), {0.0, 0.1});
  EXPECT_TRUE(std::isinf(energy.of_all(Alpha(-1.0))));
  EXPECT_TRUE(std::isfinite(energy.of_all(Alpha(0.5))));
}

TEST(MomentMatched, IsThePosteriorOfAGaussianMean) {
  const OneParameterQ q = moment_matched(gaussian_mean({1.0, 2.0, 4.0}), 1.0);
  EXPECT_NEAR(q.mean, 7.0 / 4.0, 1e-12);
  EXPECT_NEAR(q.variance, 0.25, 1e-12);
}

TEST(MiniBatchEnergy, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(MiniBatchEnergy(gaussian_mean({}), {}), UsageError);
  const MiniBatchEnergy energy(gaussian_mean({1.0, 2.0}), {});
  EXPECT_THROW(energy.of_all(Alpha(1.5)), UsageError);
  EXPECT_THROW(energy.of_all(Alpha::vr_max()), UsageError);
  EXPECT_THROW(energy.expected(Alpha::iwae(), 0), UsageError);
  EXPECT_THROW(energy.expected(Alpha::iwae(), 3), UsageError);
}

}  // namespace
}  // namespace renyi::one_parameter_test
