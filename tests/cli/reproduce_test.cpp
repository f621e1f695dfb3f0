#include <gtest/gtest.h>

#include "tests/support/run_command.hpp"

namespace renyi::reproduce_test {
namespace {

using testing::run_command;

TEST(ReproduceCommand, ListsWhatItCanReproduceAndDoesIt) {
  const auto list = run_command({"reproduce", "list"});
  EXPECT_EQ(list.code, 0);
  for (const char* name : {"table-divergences", "fig1a", "fig1b", "fig2a", "fig2b", "theorem1",
                           "corollary1", "effective-alpha", "theorem3"}) {
    EXPECT_NE(list.out.find(name), std::string::npos);
    EXPECT_EQ(run_command({"reproduce", name}).code, 0) << name;
  }
}

TEST(ReproduceCommand, SimulatesWithTheGivenSeed) {
  const auto with_seed = [](const std::string& seed) {
    return run_command({"reproduce", "fig2b", "--seed=" + seed}).out;
  };
  EXPECT_EQ(with_seed("1"), with_seed("1"));
  EXPECT_NE(with_seed("1"), with_seed("2"));
}

TEST(ReproduceCommand, RefusesSizesThatAreNone) {
  EXPECT_EQ(run_command({"reproduce", "fig2b", "--repetitions=0"}).code, 64);
  EXPECT_EQ(run_command({"reproduce", "fig2b", "--draws=0"}).code, 64);
}

}  // namespace
}  // namespace renyi::reproduce_test
