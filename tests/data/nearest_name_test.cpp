#include "renyi/data/nearest_name.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace renyi::nearest_name_test {
namespace {

const std::vector<std::string> names = {"alpha", "draws", "log_likelihood", "rmse"};

TEST(NearestName, IsTheOneWithTheFewestLettersChanged) {
  EXPECT_EQ(nearest_name_hint(names, "aplha"), "; perhaps 'alpha'");
  EXPECT_EQ(nearest_name_hint(names, "loglikelihood"), "; perhaps 'log_likelihood'");
  EXPECT_EQ(nearest_name_hint(names, "rmes"), "; perhaps 'rmse'") << "two letters swapped";
  EXPECT_EQ(nearest_name_hint(names, "RMSE"), "; perhaps 'rmse'");
}

TEST(NearestName, IsNoneWhereNoneIsNear) {
  EXPECT_EQ(nearest_name_hint(names, "epochs"), "");
  EXPECT_EQ(nearest_name_hint(names, ""), "");
  EXPECT_EQ(nearest_name_hint({}, "alpha"), "");
  EXPECT_EQ(nearest_name_hint({std::string(65, 'a')}, std::string(64, 'a')), "") << "too long";
}

RC_GTEST_PROP(NearestName, OfANameIsThatName, ()) {
  const auto name = *rc::gen::elementOf(names);
  RC_ASSERT(nearest_name_hint(names, name) == "; perhaps '" + name + "'");
}

}  // namespace
}  // namespace renyi::nearest_name_test
