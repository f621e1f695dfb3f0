#include "renyi/data/moment_passes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/core/matrix.hpp"
#include "tests/support/generators.hpp"

namespace renyi::moment_passes_test {
namespace {

TEST(MomentPasses, AreFourAndOneForEqualNumbers) {
  MomentPasses two, equal;
  for (int pass = 0; pass < 4; ++pass) {
    EXPECT_FALSE(two.is_done());
    for (const double value : {1.0, 4.0}) {
      two.add(value);
      equal.add(0.1);
    }
    two.end_pass();
    equal.end_pass();
    EXPECT_TRUE(equal.is_done());
  }
  EXPECT_TRUE(two.is_done());
  EXPECT_EQ(two.moments().mean, 2.5);
  EXPECT_EQ(two.moments().scale, 1.5);
  EXPECT_EQ(equal.moments().mean, 0.1);
  EXPECT_EQ(equal.moments().scale, 1.0);
}

// The formula in whole vectors, as earlier versions had it.
Moments of_vector(const Vector& column) {
  const double low = column.minCoeff(), high = column.maxCoeff();
  int exponent = 0;
  std::frexp(std::max(std::abs(low), std::abs(high)), &exponent);
  const double unit = std::ldexp(1.0, exponent - 1);
  const double shift = (column / unit).mean();
  const Eigen::ArrayXd centred = (column / unit).array() - shift;
  const double correction = centred.mean();
  const double widest = centred.abs().maxCoeff();
  const double variance = ((centred - correction) / widest).square().mean();
  return {.mean = unit * (shift + correction), .scale = unit * (widest * std::sqrt(variance))};
}

RC_GTEST_PROP(MomentPasses, GiveWhatWholeVectorsGive, ()) {
  Vector column(*rc::gen::inRange<Index>(2, 40));
  const double shift = *testing::number_between(-1e3, 1e3);
  for (double& value : column) value = shift + *testing::number_between(-1.0, 1.0);
  RC_PRE(column.minCoeff() < column.maxCoeff());
  MomentPasses passes;
  while (!passes.is_done()) {
    for (const double value : column) passes.add(value);
    passes.end_pass();
  }
  const Moments expected = of_vector(column);
#if defined(__x86_64__) && !defined(__AVX__)
  RC_ASSERT(passes.moments().mean == expected.mean);
  RC_ASSERT(passes.moments().scale == expected.scale);
#else
  RC_ASSERT(std::abs(passes.moments().mean - expected.mean) <= 1e-12 * std::abs(shift) + 1e-12);
  RC_ASSERT(std::abs(passes.moments().scale / expected.scale - 1.0) <= 1e-9);
#endif
}

}  // namespace
}  // namespace renyi::moment_passes_test
