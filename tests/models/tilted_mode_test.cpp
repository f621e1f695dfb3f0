#include "renyi/models/tilted_mode.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "tests/support/generators.hpp"

namespace renyi::tilted_mode_test {
namespace {

using testing::number_between;

RC_GTEST_PROP(TiltedMode, IsWhereTheSlopeIsZero, ()) {
  const auto family = *rc::gen::element(GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson);
  const double target = has_two_classes(family) ? *rc::gen::element(0.0, 1.0)
                                                : static_cast<double>(*rc::gen::inRange(0, 300));
  const RowLikelihood row({family}, target);
  const double beta = std::pow(10.0, *number_between(-3.0, 4.0));
  const double mean = *number_between(-40.0, 40.0);
  const double variance = std::pow(10.0, *number_between(-6.0, 6.0));
  const TiltedMode mode = tilted_mode(row, beta, mean, variance, 1e-9);
  const LikelihoodAt at = row.at(mode.at);
  const double slope = beta * at.first - (mode.at - mean) / variance;
  RC_ASSERT(std::abs(slope) * mode.sd < 1e-5);
  const double precision = 1.0 / variance - beta * at.second;
  RC_ASSERT(std::abs(mode.sd * std::sqrt(precision) - 1.0) < 1e-12);
}

TEST(TiltedMode, ComesBackFromRatesBeyondTheDoubles) {
  const RowLikelihood row({GlmFamily::poisson}, 3.0);
  const TiltedMode mode = tilted_mode(row, 1.0, 2000.0, 1e4, 1e-9);
  EXPECT_NEAR(3.0 - std::exp(mode.at) - (mode.at - 2000.0) / 1e4, 0.0, 1e-8);
}

TEST(TiltedMode, OfAGaussianIsItsMean) {
  const TiltedMode mode =
      tilted_mode(RowLikelihood({GlmFamily::gaussian, 0.5}, 2.0), 1.0, 1.0, 0.25);
  EXPECT_DOUBLE_EQ(mode.at, 1.5);
  EXPECT_DOUBLE_EQ(mode.sd, std::sqrt(0.125));
}

}  // namespace
}  // namespace renyi::tilted_mode_test
