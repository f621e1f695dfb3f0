#include "renyi/bound/unbiased_order.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"

namespace renyi::unbiased_order_test {
namespace {

// log w ~ N(-s^2 / 2, s^2), so that log p(x) = 0.
Matrix log_weights(Index draws, Index points, double sd) {
  Matrix normals(draws, points);
  fill_normal({.seed = 5}, {}, normals);
  return sd * normals.array() - 0.5 * sd * sd;
}

// log w ~ N(-1, 2): -0.9351 at K = 5 and -0.3344 at K = 10, by quadrature; none at K = 2. By
// simulation the sd of the order is about 0.02 here: the gap's error over 100 points of 4000 draws
// is 0.003, and the gap changes by 0.17 an order.
TEST(UnbiasedOrder, IsThatOfNormalLogWeights) {
  const Matrix weights = log_weights(4000, 100, std::sqrt(2.0));
  const UnbiasedOrder five = unbiased_order(weights, 5), ten = unbiased_order(weights, 10);
  EXPECT_TRUE(five.exists);
  EXPECT_NEAR(five.order.value(), -0.9351, 0.08);
  EXPECT_NEAR(ten.order.value(), -0.3344, 0.04);
}

TEST(UnbiasedOrder, IsNoneWhereTheLargestWeightIsTooLow) {
  const UnbiasedOrder two = unbiased_order(log_weights(4000, 100, std::sqrt(2.0)), 2);
  EXPECT_FALSE(two.exists);
  EXPECT_EQ(two.order, Alpha::vr_max());
  EXPECT_NEAR(two.curve.back().gap, -0.2021, 4.0 * *two.curve.back().standard_error);
}

TEST(UnbiasedOrder, HasACurveThatRisesAsTheOrderFalls) {
  const UnbiasedOrder found = unbiased_order(log_weights(999, 7, 2.0), 10);
  ASSERT_EQ(found.curve.size(), 9U);
  for (std::size_t i = 1; i < found.curve.size(); ++i) {
    EXPECT_LT(found.curve[i].alpha, found.curve[i - 1].alpha);
    EXPECT_GE(found.curve[i].gap, found.curve[i - 1].gap);
  }
  EXPECT_LE(found.curve[2].gap, 0.0);  // order 0
}

// Between the order's neighbours the gap changes its sign.
TEST(UnbiasedOrder, IsWhereTheGapIsZero) {
  const Matrix weights = log_weights(1000, 20, 1.0);
  const double order = unbiased_order(weights, 10).order.value();
  const auto gap = [&](double alpha) {
    const Vector all = renyi_bound(Alpha(0.0), weights).values;
    return renyi_bound(Alpha(alpha), weights.reshaped(10, 2000)).values.mean() - all.mean();
  };
  EXPECT_LT(gap(order + 0.002), 0.0);
  EXPECT_GT(gap(order - 0.002), 0.0);
}

TEST(UnbiasedOrder, OfEqualWeightsIsAny) {
  const UnbiasedOrder found = unbiased_order(Matrix::Constant(20, 3, -1.5), 5);
  EXPECT_TRUE(found.exists);
  EXPECT_LE(found.order.value(), 0.0);
  for (const OrderGap& point : found.curve) EXPECT_NEAR(point.gap, 0.0, 1e-12);
}

TEST(UnbiasedOrder, RefusesNumbersOfDrawsThatSayNothing) {
  const Matrix weights = log_weights(20, 2, 1.0);
  for (const Index draws : {0, 1, 11}) EXPECT_THROW(unbiased_order(weights, draws), UsageError);
  EXPECT_THROW(unbiased_order(Matrix(20, 0), 5), UsageError);
}

}  // namespace
}  // namespace renyi::unbiased_order_test
