#include "experiments/toy_regression.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/models/mean_field.hpp"
#include "tests/support/generators.hpp"

namespace renyi::toy_regression_test {
namespace {

TEST(ToyRegression, HasThePrecisionOfFigure1) {
  const LinearPosterior posterior = toy_regression().posterior(toy_sigma);
  EXPECT_LT((posterior.precision - Matrix{{3.0, -2.0}, {-2.0, 3.0}}).norm(), 1e-14);
  EXPECT_EQ(posterior.mean.norm(), 0.0);
}

TEST(ToyRegression, HasTheOptimaOfFigure1a) {
  EXPECT_NEAR(toy_precision(Alpha::vr_max()), 1.0, 1e-15);
  EXPECT_NEAR(toy_precision(Alpha::iwae()), 5.0 / 3.0, 1e-15);
  EXPECT_NEAR(toy_precision(Alpha(0.5)), std::sqrt(5.0), 1e-15);
  EXPECT_NEAR(toy_precision(Alpha::vi()), 3.0, 1e-15);
  EXPECT_NEAR(toy_precision(Alpha::vr_min()), 5.0, 1e-15);
}

RC_GTEST_PROP(ToyRegression, ItsClosedFormIsWhatTheSolverFinds, ()) {
  const Alpha alpha = testing::any_alpha();
  const Vector solved = mean_field_approximation(alpha, Matrix{{3.0, -2.0}, {-2.0, 3.0}}).precision;
  for (const double precision : solved)
    RC_ASSERT(std::abs(precision - toy_precision(alpha)) < 1e-10);
}

RC_GTEST_PROP(ToyRegression, OrdersGoToPrecisionsAndBack, ()) {
  const double order = *testing::number_between(-20.0, 20.0);
  RC_ASSERT(std::abs(toy_order(toy_precision(Alpha(order))).value() - order) < 1e-10);
}

TEST(ToyRegression, TheNearestOrderBeyondAllOptimaIsInfinite) {
  EXPECT_EQ(toy_order(1.0), Alpha::vr_max());
  EXPECT_EQ(toy_order(0.5), Alpha::vr_max());
  EXPECT_EQ(toy_order(5.0), Alpha::vr_min());
  EXPECT_EQ(toy_order(9.0), Alpha::vr_min());
}

}  // namespace
}  // namespace renyi::toy_regression_test
