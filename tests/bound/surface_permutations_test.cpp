#include "renyi/bound/surface_permutations.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "renyi/bound/surface_exact.hpp"

namespace renyi::surface_permutations_test {
namespace {

constexpr Stream stream{7, Purpose::permutation, 0};

RC_GTEST_PROP(RandomPermutation, HoldsEveryIndexOnce, ()) {
  std::vector<std::uint32_t> order(*rc::gen::inRange<std::size_t>(0, 300));
  random_permutation({*rc::gen::arbitrary<std::uint64_t>(), Purpose::permutation, 0}, {3, 4},
                     order);
  std::sort(order.begin(), order.end());
  for (std::uint32_t i = 0; i < order.size(); ++i) RC_ASSERT(order[i] == i);
}

// 24 orders, 24,000 trials: chi-square with 23 degrees of freedom, mean 23 and variance 46.
TEST(RandomPermutation, MakesEveryOrderEquallyLikely) {
  std::map<std::vector<std::uint32_t>, int> counts;
  std::vector<std::uint32_t> order(4);
  for (std::uint32_t r = 0; r < 24000; ++r) {
    random_permutation(stream, {0, r}, order);
    ++counts[order];
  }
  EXPECT_EQ(counts.size(), 24U);
  double chi_square = 0.0;
  for (const auto& [key, count] : counts) chi_square += std::pow(count - 1000.0, 2) / 1000.0;
  EXPECT_LT(std::abs(chi_square - 23.0), 4 * std::sqrt(46.0));
}

std::vector<double> some_log_weights(std::size_t draws, double scale) {
  std::vector<double> x(draws);
  fill_normal({11, Purpose::test, 0}, {0, 0}, x);
  for (double& value : x) value *= scale;
  std::sort(x.begin(), x.end());
  return x;
}

// 4 standard errors each; at 4 x 6 x 4 cells, of which a fourth is exact, one seed in 200 fails.
TEST(EstimateOverSubsets, AgreesWithTheExactAverageWithinItsErrors) {
  const std::vector<Alpha> alphas{Alpha::vr_max(), Alpha(-1.0), Alpha(.5),
                                  Alpha(1 + 1e-7), Alpha(3.0),  Alpha::vr_min()};
  const std::vector<Index> sizes{1, 3, 12, 40};
  for (const double scale : {1e-3, 1.0, 20.0, 1e5}) {
    const auto x = some_log_weights(40, scale);
    std::vector<SubsetEstimate> estimates(alphas.size() * sizes.size());
    estimate_over_subsets(alphas, x, sizes, 400, stream, 0, estimates);
    for (std::size_t a = 0; a < alphas.size(); ++a) {
      std::vector<double> exact(sizes.size());
      average_over_subsets(alphas[a], x, sizes, exact);
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto& estimate = estimates[a * sizes.size() + i];
        EXPECT_NEAR(estimate.mean, exact[i], 4 * std::sqrt(estimate.variance) + 1e-12 * scale)
            << alphas[a].to_string() << " " << sizes[i] << " " << scale;
        if (i == 0 || i == 3) {
          EXPECT_LT(std::sqrt(estimate.variance), 1e-13 * scale);
        }
      }
    }
  }
}

TEST(EstimateOverSubsets, TakesWeightsOfZero) {
  auto x = some_log_weights(20, 2.0);
  x.front() = -std::numeric_limits<double>::infinity();
  const std::vector<Alpha> alphas{Alpha::vr_max(), Alpha::iwae()};
  const std::vector<Index> sizes{2, 7};
  std::vector<SubsetEstimate> estimates(4);
  estimate_over_subsets(alphas, x, sizes, 400, stream, 0, estimates);
  for (std::size_t a = 0; a < 2; ++a) {
    std::vector<double> exact(2);
    average_over_subsets(alphas[a], x, sizes, exact);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(estimates[2 * a + i].mean, exact[i],
                  4 * std::sqrt(estimates[2 * a + i].variance));
  }
}

}  // namespace
}  // namespace renyi::surface_permutations_test
