#include "experiments/standard_error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::standard_error_test {
namespace {

TEST(StandardError, IsTheSampleSdOverTheRootOfTheCount) {
  EXPECT_NEAR(standard_error(Vector{{1.0, 2.0, 3.0, 6.0}}).value(), std::sqrt(14.0 / 3.0 / 4.0),
              1e-15);
  EXPECT_EQ(standard_error(Vector{{2.0, 2.0}}), 0.0);
}

TEST(StandardError, HasNoneFromOneValue) { EXPECT_FALSE(standard_error(Vector{{1.0}})); }

TEST(MeanOf, HasBoth) {
  const Mean mean = mean_of({1.0, 2.0, 3.0, 6.0});
  EXPECT_EQ(mean.value, 3.0);
  EXPECT_NEAR(mean.standard_error.value(), std::sqrt(14.0 / 3.0 / 4.0), 1e-15);
  EXPECT_FALSE(mean_of({2.5}).standard_error);
}

}  // namespace
}  // namespace renyi::standard_error_test
