#include "experiments/published_value.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::published_value_test {
namespace {

TEST(PublishedValue, DifferencesAreInCombinedErrors) {
  // 0.01^2/12 for each of two rounded numbers.
  const double combined = std::sqrt(0.3 * 0.3 + 0.4 * 0.4 + 0.0001 / 6.0);
  EXPECT_NEAR(difference_in_errors(2.0, 0.3, {1.0, 0.4}).value(), 1.0 / combined, 1e-12);
  EXPECT_FALSE(difference_in_errors(2.0, std::nullopt, {1.0, 0.4}));
  EXPECT_FALSE(difference_in_errors(2.0, 0.3, {1.0}));
}

}  // namespace
}  // namespace renyi::published_value_test
