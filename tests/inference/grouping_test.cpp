#include "renyi/inference/grouping.hpp"

#include <gtest/gtest.h>

namespace renyi::grouping_test {
namespace {

TEST(Grouping, HasNames) {
  EXPECT_EQ(parse_enum<Grouping>("batch"), Grouping::batch);
  EXPECT_EQ(parse_enum<Grouping>("row"), Grouping::row);
  EXPECT_THROW(parse_enum<Grouping>("rows"), UsageError);
}

}  // namespace
}  // namespace renyi::grouping_test
