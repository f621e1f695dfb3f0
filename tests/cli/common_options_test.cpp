#include "cli/common_options.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::cli::common_options_test {
namespace {

TEST(CommonOptions, ZeroThreadsMeansAllAndNegativeNone) {
  EXPECT_GE(CommonOptions{}.thread_count(), 1);
  EXPECT_EQ(CommonOptions{.threads = 3}.thread_count(), 3);
  EXPECT_THROW(CommonOptions{.threads = -1}.validate(), UsageError);
}

}  // namespace
}  // namespace renyi::cli::common_options_test
