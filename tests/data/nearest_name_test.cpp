#include "renyi/data/nearest_name.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace renyi::nearest_name_test {
namespace {

const std::vector<std::string> names = {"alpha", "draws", "log_likelihood", "rmse"};

TEST(NearestName, IsTheOneWithTheFewestLettersChanged) {
  EXPECT_EQ(perhaps_meant(names, "aplha"), "; perhaps 'alpha'");
  EXPECT_EQ(perhaps_meant(names, "loglikelihood"), "; perhaps 'log_likelihood'");
  EXPECT_EQ(perhaps_meant(names, "rmes"), "; perhaps 'rmse'") << "two letters swapped";
  EXPECT_EQ(perhaps_meant(names, "RMSE"), "; perhaps 'rmse'");
}

TEST(NearestName, IsTheOneThatBegins) {
  EXPECT_EQ(perhaps_meant(names, "log"), "; perhaps 'log_likelihood'");
  EXPECT_EQ(perhaps_meant({"--batch", "--architecture"}, "--arch"), "; perhaps '--architecture'");
}

TEST(NearestName, IsNoneWhereNoneIsNear) {
  EXPECT_EQ(perhaps_meant(names, "epochs"), "");
  EXPECT_EQ(perhaps_meant(names, ""), "");
  EXPECT_EQ(perhaps_meant({}, "alpha"), "");
  EXPECT_EQ(perhaps_meant({std::string(65, 'a')}, std::string(64, 'a')), "") << "too long";
}

RC_GTEST_PROP(NearestName, OfANameIsThatName, ()) {
  const auto name = *rc::gen::elementOf(names);
  RC_ASSERT(perhaps_meant(names, name) == "; perhaps '" + name + "'");
}

}  // namespace
}  // namespace renyi::nearest_name_test
