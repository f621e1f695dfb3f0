#include "renyi/bound/divergence/discrete.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/core/log_space.hpp"
#include "tests/bound/divergence/pairs.hpp"
#include "tests/bound/divergence/quadrature.hpp"

namespace renyi::discrete_test {
namespace {

RC_GTEST_PROP(CategoricalDivergence, IsTheSum, ()) {
  const auto n = *rc::gen::inRange<Index>(1, 8);
  const Vector p = testing::any_probabilities(n, 2.0, false);
  const Vector q = testing::any_probabilities(n, 2.0, false);
  for (const double alpha : testing::quadrature_orders) {
    double sum = 0.0;
    for (Index i = 0; i < n; ++i) sum += testing::integrand(alpha, std::log(p(i)), std::log(q(i)));
    const double direct = testing::from_integral(alpha, sum);
    RC_ASSERT(std::abs(renyi_divergence(Alpha(alpha), Categorical{p}, Categorical{q}) - direct) <=
              1e-11 * (1.0 + std::abs(direct)));
  }
}

TEST(PoissonDivergence, IsTheSum) {
  const double rates[][2] = {{3.0, 4.0}, {4.0, 3.0}, {0.5, 2.0}, {7.0, 7.1}};
  for (const auto& [p, q] : rates)
    for (const double alpha : testing::quadrature_orders) {
      double sum = 0.0;
      for (int k = 0; k < 2000; ++k) {
        const double factorial = std::lgamma(k + 1.0);
        sum += testing::integrand(alpha, k * std::log(p) - p - factorial,
                                  k * std::log(q) - q - factorial);
      }
      EXPECT_NEAR(renyi_divergence(Alpha(alpha), Poisson{p}, Poisson{q}),
                  testing::from_integral(alpha, sum), 1e-10)
          << alpha;
    }
}

TEST(CategoricalDivergence, ZerosOfQAreInfiniteFromOrderOneOn) {
  const Categorical p{Vector{{0.5, 0.5}}};
  const Categorical q{Vector{{1.0, 0.0}}};
  EXPECT_NEAR(renyi_divergence(Alpha(0.5), p, q), std::log(2.0), 1e-15);
  EXPECT_NEAR(renyi_divergence(Alpha(1.0 - 1e-9), p, q), 1e9 * std::log(2.0), 100.0);
  for (const double alpha : {1.0, 1.0 + 1e-9, 2.0, 1e300, infinity})
    EXPECT_EQ(renyi_divergence(Alpha(alpha), p, q), infinity);
  for (const double alpha : {0.0, -1e-9, -2.0, -1e300, -infinity})
    EXPECT_LE(renyi_divergence(Alpha(alpha), p, q), 0.0);
  EXPECT_NEAR(renyi_divergence(Alpha(-infinity), p, q), -std::log(2.0), 1e-15);
}

TEST(CategoricalDivergence, ZerosOfPAreMinusInfiniteBelowOrderZero) {
  const Categorical p{Vector{{1.0, 0.0}}};
  const Categorical q{Vector{{0.25, 0.75}}};
  for (const double alpha : {-1e-9, -2.0, -1e300, -infinity})
    EXPECT_EQ(renyi_divergence(Alpha(alpha), p, q), -infinity);
  for (const double alpha : {0.0, 1e-300, 0.5, 1.0, 2.0, infinity})
    EXPECT_NEAR(renyi_divergence(Alpha(alpha), p, q), std::log(4.0), 1e-14) << alpha;
}

TEST(CategoricalDivergence, DisjointSupportsAreInfinitelyFar) {
  const Categorical p{Vector{{0.3, 0.7, 0.0, 0.0}}};
  const Categorical q{Vector{{0.0, 0.0, 0.1, 0.9}}};
  for (const double alpha : {0.0, 1e-300, 0.3, 0.5, 0.7, 1.0, 2.0, infinity})
    EXPECT_EQ(renyi_divergence(Alpha(alpha), p, q), infinity) << alpha;
  for (const double alpha : {-1e-300, -1.0, -infinity})
    EXPECT_EQ(renyi_divergence(Alpha(alpha), p, q), -infinity) << alpha;
}

TEST(CategoricalDivergence, OutcomesThatNeitherHasChangeNothing) {
  const Categorical p{Vector{{0.3, 0.7, 0.0}}};
  const Categorical q{Vector{{0.6, 0.4, 0.0}}};
  for (const double alpha : {-infinity, -2.0, 0.0, 0.5, 1.0, 2.0, infinity})
    EXPECT_EQ(renyi_divergence(Alpha(alpha), p, q),
              renyi_divergence(Alpha(alpha), Categorical{Vector{{0.3, 0.7}}},
                               Categorical{Vector{{0.6, 0.4}}}));
}

TEST(PoissonDivergence, InfiniteOrderIsFiniteTowardsTheLargerRate) {
  EXPECT_EQ(renyi_divergence(Alpha(infinity), Poisson{2.0}, Poisson{5.0}), 3.0);
  EXPECT_EQ(renyi_divergence(Alpha(infinity), Poisson{5.0}, Poisson{2.0}), infinity);
  EXPECT_EQ(renyi_divergence(Alpha(infinity), Poisson{2.0}, Poisson{2.0}), 0.0);
  EXPECT_EQ(renyi_divergence(Alpha(-infinity), Poisson{5.0}, Poisson{2.0}), -3.0);
}

}  // namespace
}  // namespace renyi::discrete_test
