#include "renyi/bound/diagnostics.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <span>

#include "renyi/bound/pareto.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"

namespace renyi::diagnostics_test {
namespace {

Vector normals(Index count, std::uint64_t seed) {
  Matrix z(count, 1);
  fill_normal({seed, Purpose::test, 0}, {0, 0}, z);
  return z.col(0);
}

double log_sum(const Vector& x) {
  return log_sum_exp({x.data(), static_cast<std::size_t>(x.size())});
}

// (sum w^s)^2 / sum w^(2s), in logarithms.
RC_GTEST_PROP(Diagnostics, CountsTheEffectiveDraws, ()) {
  const auto draws = *rc::gen::inRange<Index>(1, 100);
  const Vector x = 3 * normals(draws, *rc::gen::arbitrary<std::uint64_t>());
  const double s = *rc::gen::element(-2.0, -1.0, 1e-9, .5, 1.0, 4.0);
  const auto found = diagnose(Alpha(1 - s), x);
  const double expected = std::exp(2 * log_sum(s * x) - log_sum(2 * s * x));
  RC_ASSERT(std::abs(found.effective_draws - expected) < 1e-6 * expected);
  RC_ASSERT(found.effective_draws > 1 - 1e-12);
  RC_ASSERT(found.effective_draws < static_cast<double>(draws) * (1 + 1e-12));
  const double heaviest = std::exp((s * x).maxCoeff() - log_sum(s * x));
  RC_ASSERT(std::abs(found.largest_weight - heaviest) < 1e-6);
}

RC_GTEST_PROP(Diagnostics, DoNotChangeWithAShiftOfTheLogWeights, ()) {
  const Vector x = normals(*rc::gen::inRange<Index>(30, 100), *rc::gen::arbitrary<std::uint64_t>());
  const auto before = diagnose(Alpha::iwae(), x);
  const auto after = diagnose(Alpha::iwae(), (x.array() - 700.0).matrix());
  RC_ASSERT(std::abs(after.effective_draws - before.effective_draws) < 1e-8);
  RC_ASSERT(std::abs(*after.tails.upper - *before.tails.upper) < 1e-8);
  RC_ASSERT(std::abs(*after.tails.lower - *before.tails.lower) < 1e-8);
}

TEST(Diagnostics, OfTheLimitingOrders) {
  const Vector x = normals(50, 1);
  EXPECT_NEAR(diagnose(Alpha::vi(), x).effective_draws, 50.0, 1e-10);
  EXPECT_EQ(diagnose(Alpha::vr_max(), x).effective_draws, 1.0);
  EXPECT_EQ(diagnose(Alpha::vr_min(), x).largest_weight, 1.0);
}

RC_GTEST_PROP(OrderInterval, FollowsTheMomentsOfTheWeights, ()) {
  const auto any_index = [] { return .01 * *rc::gen::inRange(-200, 300); };
  const TailIndices tails{any_index(), any_index()};
  const double alpha = .05 * *rc::gen::inRange(-200, 200);
  const double moment = alpha < 1 ? (1 - alpha) * *tails.upper : (alpha - 1) * *tails.lower;
  RC_PRE(std::abs(moment - 1) > 1e-9 && std::abs(moment - .5) > 1e-9);
  RC_ASSERT(finite_orders(tails).contains(Alpha(alpha)) == (moment < 1));
  RC_ASSERT(reliable_orders(tails).contains(Alpha(alpha)) == (moment < .5));
}

TEST(OrderInterval, KnowsWhatItDoesNotKnow) {
  const OrderInterval orders = finite_orders({.upper = std::nullopt, .lower = -1.0});
  EXPECT_FALSE(orders.contains(Alpha::iwae()));
  EXPECT_EQ(orders.contains(Alpha::vi()), true);
  EXPECT_EQ(orders.contains(Alpha(1e9)), true);
  EXPECT_EQ(orders.upper, infinity);
  EXPECT_EQ(finite_orders({}).contains(Alpha::vi()), true);
  EXPECT_FALSE(finite_orders({}).contains(Alpha(1.5)));
}

// w = U^2: E 1/w does not exist, so alpha = 2 has no bound, though an estimate never shows it.
TEST(Diagnostics, FindTheOrdersWithoutABound) {
  Matrix u(10000, 1);
  fill_uniform({2, Purpose::test, 0}, {0, 0}, u);
  const Vector x = 2 * (1.0 - u.col(0).array()).log();
  const auto found = diagnose(Alpha(2.0), x);
  EXPECT_NEAR(*found.tails.lower, 2.0, .05 + 4 * 3 / std::sqrt(300));  // shrinkage and 4 errors
  EXPECT_EQ(found.finite.contains(Alpha(2.0)), false);
  EXPECT_EQ(found.finite.contains(Alpha(1.2)), true);  // 0.2 k- < 1 for k- up to 5
  EXPECT_EQ(found.finite.contains(Alpha(-5.0)), true);
  EXPECT_LT(*found.tails.upper, 0.0);  // w is bounded
  EXPECT_EQ(found.reliable.contains(Alpha(1.4)), false);
}

// Log-normal weights have every moment, but at a finite K their tail looks like a power.
TEST(Diagnostics, OfGaussianLogWeights) {
  const Vector z = normals(10000, 3);
  const auto narrow = diagnose(Alpha::iwae(), .1 * z);
  EXPECT_LT(*narrow.tails.upper, .2);
  EXPECT_EQ(narrow.reliable.contains(Alpha::iwae()), true);
  const auto wide = diagnose(Alpha::iwae(), 5 * z);
  EXPECT_GT(*wide.tails.upper, .7);
  EXPECT_EQ(wide.reliable.contains(Alpha::iwae()), false);
  // var(w) / E(w)^2 = e^(sd^2) - 1.
  EXPECT_NEAR(narrow.effective_draws / 10000, std::exp(-.01), 1e-3);
  // The two tails are alike, each within the error of about 300 draws.
  const auto middle = tail_indices(z);
  EXPECT_NEAR(*middle.upper, *middle.lower, 4 * std::sqrt(2.0) * 1.5 / std::sqrt(300));
}

TEST(Diagnostics, OfConstantWeights) {
  const auto found = diagnose(Alpha::iwae(), Vector::Constant(100, 4.0));
  EXPECT_NEAR(found.effective_draws, 100.0, 1e-10);
  EXPECT_FALSE(found.tails.upper);
  EXPECT_FALSE(found.tails.lower);
  EXPECT_FALSE(found.finite.lower);
}

TEST(Diagnostics, OfFewDraws) {
  const auto found = diagnose(Alpha::iwae(), Vector::Constant(1, -2.0));
  EXPECT_EQ(found.effective_draws, 1.0);
  EXPECT_FALSE(diagnose(Alpha::iwae(), normals(4, 5)).tails.upper);
  EXPECT_THROW(diagnose(Alpha::iwae(), Vector(0)), UsageError);
}

TEST(Diagnostics, OfWeightsOfZero) {
  Vector x = normals(100, 6);
  x(17) = -infinity;
  const auto found = diagnose(Alpha::iwae(), x);
  EXPECT_EQ(*found.tails.lower, infinity);
  EXPECT_EQ(found.finite.contains(Alpha::vi()), false);
  EXPECT_EQ(found.finite.contains(Alpha(1.5)), false);
  EXPECT_EQ(found.tails.upper, pareto_k(x));
  EXPECT_NEAR(diagnose(Alpha(2.0), x).effective_draws, 1.0, 1e-15);
}

}  // namespace
}  // namespace renyi::diagnostics_test
