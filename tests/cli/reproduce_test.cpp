#include <gtest/gtest.h>

#include "cli/reproduce_entries.hpp"
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

// Every figure and table of the paper and of its appendix.
TEST(ReproduceCommand, ListsThePapersContents) {
  const std::string list = run_command({"reproduce", "list"}).out;
  for (const char* part :
       {"Table 1:", "Table 2:", "Figure 1(a)", "Figure 1(b)", "Figure 2(a)", "Figure 2(b)",
        "Figure 3:", "Figure 4,", "Figure 5:", "Figure 6(a)", "Figure 6(b)", "appendix Figure 1",
        "Appendix Figure 2", "Appendix Table 1", "Appendix Table 2", "Appendix Table 3"})
    EXPECT_NE(list.find(part), std::string::npos) << part;
}

TEST(ReproduceCommand, HasACommandForEveryEntry) {
  for (const cli::ReproduceEntry& entry : cli::reproduce_entries) {
    const std::string help = run_command({"reproduce", entry.name, "--help"}).out;
    EXPECT_TRUE(help.starts_with(entry.shows)) << help;
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
