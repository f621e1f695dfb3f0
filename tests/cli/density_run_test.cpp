#include "cli/density_run.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "renyi/core/error.hpp"
#include "tests/support/regression_density.hpp"

namespace renyi::cli::density_run_test {
namespace {

const testing::RegressionDensity density(30, 2);

TEST(DensityRun, TriesOrdersAndShowsProgress) {
  std::ostringstream err;
  CommonOptions common;
  common.err = &err;
  DensityTrace trace;
  const auto run = run_density(density, {}, common, nullptr, {.observers = {trace.observer()}});
  ASSERT_TRUE(run.orders.has_value());
  EXPECT_EQ(run.orders->rows.size(), 4U);
  const auto trust = run.judged({{"a", "b"}, run.draws.theta.array().exp()});
  EXPECT_EQ(trust.verdict, Verdict::trust);
  EXPECT_TRUE(trust.mean.isApprox(run.draws.theta.array().exp().rowwise().mean().matrix(), 1e-12));
  EXPECT_FALSE(trace.points.empty());
  EXPECT_NE(err.str().find("step 1  bound "), std::string::npos) << err.str();
}

TEST(DensityRun, TakesTheOrderGivenFromSeveralStarts) {
  const auto run = run_density(density, {.alpha = Alpha(0.5), .starts = 2}, {}, nullptr);
  EXPECT_FALSE(run.orders.has_value());
  EXPECT_EQ(run.fits.size(), 2U);
  EXPECT_EQ(run.modes.size(), 1U);
  EXPECT_EQ(run.best().alpha, Alpha(0.5));
}

TEST(DensityRun, RefusesOptionsWithoutMeaning) {
  EXPECT_THROW(run_density(density, {.draws = 0}, {}, nullptr), UsageError);
  EXPECT_THROW(run_density(density, {.alpha = Alpha(1.0), .starts = 0}, {}, nullptr), UsageError);
  EXPECT_THROW(run_density(density, {.tolerance = 0.0}, {}, nullptr), UsageError);
}

}  // namespace
}  // namespace renyi::cli::density_run_test
