#include <gtest/gtest.h>

#include "tests/support/run_command.hpp"

namespace renyi::fit_test {
namespace {

using testing::run_command;

TEST(FitCommand, ListsItsModels) {
  const auto outcome = run_command({"fit", "--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("linear"), std::string::npos);
  EXPECT_EQ(run_command({"fit"}).code, 64);
  EXPECT_EQ(run_command({"fit", "forest", "x.csv"}).code, 64);
}

}  // namespace
}  // namespace renyi::fit_test
