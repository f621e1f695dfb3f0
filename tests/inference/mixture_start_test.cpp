#include "renyi/inference/mixture_start.hpp"

#include <gtest/gtest.h>

#include "tests/support/regression_density.hpp"
#include "tests/support/two_modes.hpp"

namespace renyi::mixture_start_test {
namespace {

TEST(MixtureStart, PutsComponentsWhereTheModesAre) {
  const auto density = testing::two_modes(2, 0.25, 5.0);
  const StartOptions options{.seed = 3};
  const DensityStart first = find_start(density, options);
  MixtureFamily family(2, 4);
  family.set(mixture_start(density, first, options, AffineMap::identity(2), family));
  double left = 0.0;
  for (Index c = 0; c < 4; ++c)
    if (family.means()(0, c) < 0.0) left += family.weights()(c);
  EXPECT_NEAR(left, 0.25, 1e-3);
  for (Index c = 0; c < 4; ++c) {
    EXPECT_NEAR(std::abs(family.means()(0, c)), 5.0, 1.01) << "an sd to either side";
    EXPECT_NEAR(family.sds()(0, c), 1.0, 1e-3);
  }
}

TEST(MixtureStart, SpreadsComponentsOverOneMode) {
  const testing::RegressionDensity density(30, 2);
  const DensityStart first = find_start(density, {});
  const auto map = AffineMap::whitening(first.at, first.covariance);
  MixtureFamily family(2, 3);
  family.set(mixture_start(density, first, {}, map, family));
  EXPECT_TRUE(family.mean().isZero(1e-10));
  EXPECT_TRUE(family.sds().isOnes(1e-6)) << "the map's coordinates";
  EXPECT_GT((family.means().col(0) - family.means().col(2)).norm(), 1.9);
}

}  // namespace
}  // namespace renyi::mixture_start_test
