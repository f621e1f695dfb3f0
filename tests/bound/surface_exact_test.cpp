#include "renyi/bound/surface_exact.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi::surface_exact_test {
namespace {

double average(Alpha alpha, std::vector<double> log_weights, Index size) {
  std::sort(log_weights.begin(), log_weights.end());
  double value = 0.0;
  average_over_subsets(alpha, log_weights, std::span(&size, 1), std::span(&value, 1));
  return value;
}

// The definition: every subset in turn.
double brute_force(Alpha alpha, const std::vector<double>& log_weights, Index size) {
  double sum = 0.0;
  int subsets = 0;
  for (unsigned mask = 0; mask < 1U << log_weights.size(); ++mask) {
    if (std::popcount(mask) != size) continue;
    Vector subset(size);
    Index next = 0;
    for (std::size_t i = 0; i < log_weights.size(); ++i)
      if (mask >> i & 1U) subset(next++) = log_weights[i];
    sum += renyi_bound(alpha, subset).values(0);
    ++subsets;
  }
  return sum / subsets;
}

double any_in(double low, double high) {
  return low + (high - low) * static_cast<double>(*rc::gen::inRange(0, 1000001)) * 1e-6;
}

std::vector<double> any_log_weights(Index draws, double half_spread) {
  std::vector<double> x(static_cast<std::size_t>(draws));
  for (double& value : x) value = any_in(-half_spread, half_spread);
  return x;
}

Alpha any_alpha() {
  return *rc::gen::element(Alpha(any_in(-6, 8)), Alpha(any_in(.999, 1.001)), Alpha(1 - 1e-9),
                           Alpha(1 + 1e-9), Alpha::vi(), Alpha::iwae(), Alpha::vr_max(),
                           Alpha::vr_min());
}

RC_GTEST_PROP(AverageOverSubsets, IsTheAverageOverSubsets, ()) {
  const auto draws = *rc::gen::inRange<Index>(1, 9);
  const double half_spread = *rc::gen::element(0.0, 1e-6, 1.0, 5.0, 30.0, 200.0, 1e4);
  const auto x = any_log_weights(draws, half_spread);
  const auto size = *rc::gen::inRange<Index>(1, draws + 1);
  const Alpha alpha = any_alpha();
  RC_ASSERT(std::abs(average(alpha, x, size) - brute_force(alpha, x, size)) <=
            1e-10 * std::max(1e-3, half_spread));
}

RC_GTEST_PROP(AverageOverSubsets, SkipsWeightsOfZeroBelowAlphaOne, ()) {
  auto x = any_log_weights(*rc::gen::inRange<Index>(1, 7), 10.0);
  const auto zeros = *rc::gen::inRange<Index>(1, 3);
  x.insert(x.end(), static_cast<std::size_t>(zeros), -infinity);
  const auto size = *rc::gen::inRange<Index>(zeros + 1, static_cast<Index>(x.size()) + 1);
  const Alpha alpha = *rc::gen::element(Alpha(any_in(-6, .9)), Alpha::iwae(), Alpha::vr_max());
  RC_ASSERT(std::abs(average(alpha, x, size) - brute_force(alpha, x, size)) < 1e-10);
}

// Where |1-alpha| times every gap is huge, log-sum-exp is the maximum less log(k / ties).
TEST(AverageOverSubsets, HoldsForLogWeightsFarApart) {
  for (const double scale : {1e3, 1e6, 1e100, 1e300}) {
    const std::vector<double> x{-3 * scale, 0.0, .5, scale, scale};
    for (const double order : {-2.0, 0.0, .5, 1 - 1e-9, 3.0})
      for (Index size = 1; size <= 5; ++size)
        EXPECT_NEAR(average(Alpha(order), x, size) / scale,
                    brute_force(Alpha(order), x, size) / scale, 1e-13)
            << order << " " << size << " " << scale;
  }
  // Orders so large that only the ties remain, and gaps that overflow when multiplied.
  const std::vector<double> x{-1e300, 1.0, 2.0, 1e300};
  EXPECT_NEAR(average(Alpha(-1e300), x, 2) / 1e300, brute_force(Alpha::vr_max(), x, 2) / 1e300,
              1e-13);
  EXPECT_NEAR(average(Alpha(1e300), {1.0, 2.0, 4.0}, 2), (1.0 + 1.0 + 2.0) / 3.0, 1e-13);
}

// To third order in s = 1-alpha: mean + s/2 (1-1/k) k2 + s^2/6 (k-1)(k-2)/k^2 k3, with the
// k-statistics of the column, unbiased for the cumulants of subsets as of populations.
RC_GTEST_PROP(AverageOverSubsets, ExpandsInCumulantsNearAlphaOne, ()) {
  const auto draws = *rc::gen::inRange<Index>(4, 40);
  const auto x = any_log_weights(draws, 1.0);
  const auto size = *rc::gen::inRange<Index>(1, draws + 1);
  const double s = *rc::gen::element(1e-3, -1e-3, 1e-9, -1e-9, 1e-12);
  const auto n = static_cast<double>(draws);
  const auto k = static_cast<double>(size);
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
  double m2 = 0.0;
  double m3 = 0.0;
  for (const double value : x) {
    m2 += std::pow(value - mean, 2) / n;
    m3 += std::pow(value - mean, 3) / n;
  }
  const double k2 = n / (n - 1) * m2;
  const double k3 = n * n / ((n - 1) * (n - 2)) * m3;
  const double power = Alpha(1 - s).power();  // s as rounding leaves it
  const double expansion =
      mean + power / 2 * (1 - 1 / k) * k2 + power * power / 6 * (k - 1) * (k - 2) / (k * k) * k3;
  // The next term is s^3/24 of a fourth cumulant, at most 2 for numbers in [-1, 1].
  RC_ASSERT(std::abs(average(Alpha(1 - s), x, size) - expansion) < std::abs(s * s * s) / 6 + 4e-15);
}

RC_GTEST_PROP(AverageOverSubsets, IsShiftedWithTheLogWeights, ()) {
  const auto draws = *rc::gen::inRange<Index>(1, 30);
  auto x = any_log_weights(draws, 5.0);
  const auto size = *rc::gen::inRange<Index>(1, draws + 1);
  const Alpha alpha = any_alpha();
  const double before = average(alpha, x, size);
  for (double& value : x) value += 1000.0;
  RC_ASSERT(std::abs(average(alpha, x, size) - before - 1000.0) < 1e-11);
}

TEST(AverageOverSubsets, IsTheWholeColumnsBoundForAllDrawsAtOnce) {
  std::vector<double> x(2000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 5 * std::sin(static_cast<double>(i * i));
  for (const double order : {-3.0, 0.0, .5, 1.5})
    EXPECT_NEAR(average(Alpha(order), x, 2000),
                renyi_bound(Alpha(order), Eigen::Map<const Vector>(x.data(), 2000)).values(0),
                1e-11);
}

TEST(CostOfSubsets, IsBoundedHoweverFarApartTheLogWeightsAre) {
  const std::vector<double> x{-1e300, -1e200, 0.0, 1e200, 1e300};
  const Index size = 5;
  const double cost = cost_of_subsets(Alpha::iwae(), x, std::span(&size, 1));
  EXPECT_LE(cost, 200.0 * 5 * 5 * 5);
  EXPECT_GT(cost, 150.0 * 5 * 5 * 5);
  EXPECT_EQ(cost_of_subsets(Alpha::vr_max(), x, std::span(&size, 1)), 0.0);
  EXPECT_EQ(cost_of_subsets(Alpha::vi(), x, std::span(&size, 1)), 0.0);
}

}  // namespace
}  // namespace renyi::surface_exact_test
