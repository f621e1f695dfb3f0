#include "renyi/data/nearest_name.hpp"

#include <gtest/gtest.h>

namespace renyi::nearest_name_test {
namespace {

TEST(NearestName, IsTheOneWithTheFewestLettersThatDiffer) {
  const std::vector<std::string> names = {"alpha", "draws", "learning-rate", "batch"};
  EXPECT_EQ(perhaps_meant(names, "aplha"), "; perhaps 'alpha'");
  EXPECT_EQ(perhaps_meant(names, "Draw"), "; perhaps 'draws'");
  EXPECT_EQ(perhaps_meant(names, "learning_rate"), "; perhaps 'learning-rate'");
}

TEST(NearestName, IsNoneWhereNothingIsNear) {
  const std::vector<std::string> names = {"alpha", "draws"};
  EXPECT_EQ(perhaps_meant(names, "momentum"), "");
  EXPECT_EQ(perhaps_meant(names, ""), "");
  EXPECT_EQ(perhaps_meant({}, "alpha"), "");
  EXPECT_EQ(perhaps_meant({std::string(65, 'a')}, std::string(65, 'a')), "");
}

}  // namespace
}  // namespace renyi::nearest_name_test
