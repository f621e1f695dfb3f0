#include "renyi/bound/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"

namespace renyi::estimate_test {
namespace {

Matrix normals(Index rows, Index columns, std::uint32_t step) {
  Matrix x(rows, columns);
  fill_normal({.seed = 5, .purpose = Purpose::test, .step = step}, {}, Eigen::Ref<Matrix>(x));
  return x;
}

TEST(EstimateBound, IsTheMeanOfTheColumnsWithItsStandardError) {
  const Matrix x = normals(10, 40, 0);
  for (const double alpha : {-infinity, 0.0, 1.0, 3.0}) {
    const Vector values = renyi_bound(Alpha(alpha), x).values;
    const Estimate estimate = estimate_bound(Alpha(alpha), x);
    EXPECT_DOUBLE_EQ(estimate.value, values.mean());
    EXPECT_NEAR(*estimate.standard_error,
                std::sqrt((values.array() - values.mean()).square().sum() / 39.0 / 40.0), 1e-15);
  }
}

// The error that the draws of one column predict is the spread that many columns show. The relative
// standard error of a standard deviation from B columns is 1/sqrt(2B); the delta method itself is
// off by O(1/K), here below one percent.
TEST(EstimateBound, PredictsTheMonteCarloErrorOfTheDraws) {
  constexpr Index columns = 20'000;
  const Matrix x = 0.5 * normals(400, columns, 1);
  for (const double alpha : {-1.0, 0.0, 0.5, 1.0 - 1e-8, 1.0, 2.0}) {
    const Vector values = renyi_bound(Alpha(alpha), x).values;
    const double seen = std::sqrt((values.array() - values.mean()).square().mean());
    const double predicted =
        *estimate_bound(Alpha(alpha), x).monte_carlo_error * std::sqrt(columns);
    EXPECT_NEAR(predicted / seen, 1.0, 4.0 / std::sqrt(2.0 * columns) + 0.01) << alpha;
  }
}

TEST(EstimateBound, SaysWhereAnErrorIsNotAvailable) {
  EXPECT_FALSE(estimate_bound(Alpha(0.0), normals(10, 1, 2)).standard_error);
  EXPECT_FALSE(estimate_bound(Alpha(0.0), normals(1, 10, 2)).monte_carlo_error);
  EXPECT_FALSE(estimate_bound(Alpha::vr_max(), normals(10, 10, 2)).monte_carlo_error);
  Matrix x = normals(10, 10, 2);
  x(3, 3) = -infinity;
  EXPECT_FALSE(estimate_bound(Alpha::vi(), x).standard_error);
  EXPECT_FALSE(estimate_bound(Alpha::vi(), x).monte_carlo_error);
  EXPECT_TRUE(estimate_bound(Alpha::iwae(), x).standard_error);
}

TEST(EstimateBound, CountsTheDrawsThatCarryIt) {
  const Matrix x = normals(50, 20, 3);
  EXPECT_NEAR(estimate_bound(Alpha::vi(), x).effective_draws, 50.0, 1e-12);
  EXPECT_EQ(estimate_bound(Alpha::vr_max(), x).effective_draws, 1.0);
}

TEST(EstimateBound, RefusesAnEmptyMatrix) {
  EXPECT_THROW(estimate_bound(Alpha(0.0), Matrix(0, 2)), UsageError);
  EXPECT_THROW(estimate_bound(Alpha(0.0), Matrix(2, 0)), UsageError);
}

}  // namespace
}  // namespace renyi::estimate_test
