#include "renyi/data/standardise.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "tests/support/generators.hpp"

namespace renyi::standardise_test {
namespace {

TEST(Standardise, DividesByNNotByNMinusOne) {
  const auto moments = moments_of(Vector{{1, 2, 3, 4}});
  EXPECT_DOUBLE_EQ(moments.mean, 2.5);
  EXPECT_DOUBLE_EQ(moments.scale, std::sqrt(1.25));
}

TEST(Standardise, AConstantColumnHasScaleOneAndItsOwnMean) {
  for (const double value : {0.0, 0.1, -1e308, 5e-324}) {
    const auto moments = moments_of(Vector::Constant(7, value));
    EXPECT_EQ(moments.mean, value);
    EXPECT_EQ(moments.scale, 1.0);
  }
}

TEST(Standardise, NeitherOverflowsNorLosesASmallSpread) {
  const auto large = moments_of(Vector{{1.5e308, -1.5e308, 1.5e308, -1.5e308}});
  EXPECT_EQ(large.mean, 0.0);
  EXPECT_DOUBLE_EQ(large.scale, 1.5e308);
  const auto small = moments_of(Vector{{1e-300, 3e-300}});
  EXPECT_DOUBLE_EQ(small.scale, 1e-300);
  const auto close = moments_of(Vector{{1e9 + 1, 1e9 + 2, 1e9 + 3}});
  EXPECT_NEAR(close.scale, std::sqrt(2.0 / 3.0), 1e-6);
}

TEST(Standardise, DifferencesBeyondTheLargestNumberDoNotOverflow) {
  const Vector column{{1.7e308, -1.7e308, -1.7e308}};
  const Vector z = standardised(column, moments_of(column));
  EXPECT_NEAR(z(0), std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(z(1), -std::sqrt(0.5), 1e-14);
}

RC_GTEST_PROP(Standardise, GivesMeanZeroAndVarianceOne, ()) {
  const auto rows = *rc::gen::inRange<Index>(2, 30);
  Vector column(rows);
  const double shift = *testing::number_between(-1e3, 1e3);
  for (double& value : column) value = shift + *testing::number_between(-1.0, 1.0);
  RC_PRE(column.maxCoeff() - column.minCoeff() > 1e-3);
  const auto moments = moments_of(column);
  const Vector z = standardised(column, moments);
  RC_ASSERT(std::abs(z.mean()) < 1e-9);
  RC_ASSERT(std::abs(z.squaredNorm() / static_cast<double>(rows) - 1.0) < 1e-9);
}

}  // namespace
}  // namespace renyi::standardise_test
