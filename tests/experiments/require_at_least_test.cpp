#include "experiments/require_at_least.hpp"

#include <gtest/gtest.h>

#include <string>

#include "renyi/core/error.hpp"

namespace renyi::require_at_least_test {
namespace {

TEST(RequireAtLeast, NamesTheFieldAndBothNumbers) {
  EXPECT_NO_THROW(require_at_least("draws", 2, 2));
  try {
    require_at_least("draws", 2, 1);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()), "draws: expected 2 or more, found 1");
  }
}

}  // namespace
}  // namespace renyi::require_at_least_test
