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

}  // namespace
}  // namespace renyi::standard_error_test
