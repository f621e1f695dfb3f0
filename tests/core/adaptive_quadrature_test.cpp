#include "renyi/core/adaptive_quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::adaptive_quadrature_test {
namespace {

TEST(AdaptiveQuadrature, IsExactToRoundingForNarrowAndWideFunctions) {
  const auto sums = adaptive_quadrature<3>(-20.0, 50.0, [](double x, double weight, auto& into) {
    into[0] += weight * std::exp(-0.5 * x * x);
    into[1] += weight / (1.0 + std::exp(30.0 * (x - 1.0 / 3.0)));
    into[2] += weight / (1e-4 + x * x);
  });
  EXPECT_NEAR(sums[0], std::sqrt(2.0 * std::acos(-1.0)), 1e-13);
  EXPECT_NEAR(sums[1], 20.0 + 1.0 / 3.0, 1e-12);
  EXPECT_NEAR(sums[2] / (100.0 * (std::atan(5000.0) + std::atan(2000.0))), 1.0, 1e-12);
}

TEST(AdaptiveQuadrature, PolynomialsNeedOnePanel) {
  int calls = 0;
  const auto sums = adaptive_quadrature<1>(0.0, 2.0, [&](double x, double weight, auto& into) {
    ++calls;
    into[0] += weight * std::pow(x, 13);
  });
  EXPECT_NEAR(sums[0] / (std::pow(2.0, 14) / 14.0), 1.0, 1e-14);
  EXPECT_EQ(calls, 2 * 8 * 15);
}

}  // namespace
}  // namespace renyi::adaptive_quadrature_test
