#include "renyi/core/gauss_hermite.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "renyi/core/error.hpp"

namespace renyi::gauss_hermite_test {
namespace {

TEST(GaussHermite, IsExactForMomentsOfTheNormal) {
  for (const int n : {1, 2, 3, 8, 20, 32, 64}) {
    const GaussHermite rule = gauss_hermite(n);
    ASSERT_EQ(rule.nodes.size(), static_cast<std::size_t>(n));
    double moment = 1.0;  // E[Z^p] for even p: 1, 1, 3, 15, ...
    for (int p = 0; p <= 2 * n - 1 && p <= 40; ++p) {
      if (p > 0 && p % 2 == 0) moment *= p - 1;
      double sum = 0.0;
      for (std::size_t k = 0; k < rule.nodes.size(); ++k)
        sum += rule.weights[k] * std::pow(rule.nodes[k], p);
      const double expected = p % 2 == 0 ? 1.0 : 0.0;
      EXPECT_NEAR(sum / moment, expected, 1e-12) << n << " nodes, power " << p;
    }
  }
}

TEST(GaussHermite, NodesAscendAndAreSymmetric) {
  for (int n = 1; n <= 64; ++n) {
    const GaussHermite rule = gauss_hermite(n);
    for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
      const std::size_t other = rule.nodes.size() - 1 - k;
      EXPECT_EQ(rule.nodes[k], -rule.nodes[other]) << n;
      EXPECT_NEAR(rule.weights[k] / rule.weights[other], 1.0, 1e-12) << n;
      if (k > 0) {
        EXPECT_GT(rule.nodes[k], rule.nodes[k - 1]) << n;
      }
    }
    EXPECT_NEAR(std::accumulate(rule.weights.begin(), rule.weights.end(), 0.0), 1.0, 1e-14) << n;
  }
}

TEST(GaussHermite, RefusesOtherNumbersOfNodes) {
  EXPECT_THROW(gauss_hermite(0), UsageError);
  EXPECT_THROW(gauss_hermite(65), UsageError);
}

}  // namespace
}  // namespace renyi::gauss_hermite_test
