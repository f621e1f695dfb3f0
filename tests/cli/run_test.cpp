#include "cli/run.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "renyi/core/version.hpp"
#include "tests/support/run_command.hpp"

namespace renyi::run_test {
namespace {

using testing::run_command;

const std::vector<std::string> divergence = {"divergence", "--p", R"({"poisson":{"rate":2}})",
                                             "--q", R"({"poisson":{"rate":3}})"};

std::vector<std::string> with(std::vector<std::string> arguments,
                              std::initializer_list<std::string> more) {
  arguments.insert(arguments.end(), more);
  return arguments;
}

TEST(Run, PrintsResultsOnStdoutAndNothingOnStderr) {
  const auto outcome = run_command(divergence);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("KL[p||q]"), std::string::npos);
  EXPECT_EQ(outcome.err, "");
}

TEST(Run, HelpAndVersionSucceedOnStdout) {
  EXPECT_EQ(run_command({"--version"}).out, "renyi " + std::string(version) + "\n");
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                    {"bound", "--help"},
                                                    {"reproduce", "fig2b", "--help"}}) {
    const auto outcome = run_command(arguments);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("Usage: renyi"), std::string::npos);
  }
}

TEST(Run, EveryCommandTakesTheCommonOptions) {
  for (const char* command : {"bound", "divergence", "completion"}) {
    const std::string help = run_command({command, "--help"}).out;
    for (const char* flag : {"--seed", "--threads", "--format", "--quiet", "--output"})
      EXPECT_NE(help.find(flag), std::string::npos) << command << " " << flag;
  }
}

TEST(Run, WrongUseIsExitCode64WithAHint) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"bond"},
                                                    {"bound", "--alhpa=1", "x.csv"},
                                                    {"bound"},
                                                    {"divergence"},
                                                    {"reproduce"},
                                                    {"reproduce", "fig99"}}) {
    const auto outcome = run_command(arguments);
    EXPECT_EQ(outcome.code, 64);
    EXPECT_NE(outcome.err.find("--help"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(Run, ABadValueNamesTheFlagAndWhatWasExpected) {
  EXPECT_EQ(
      run_command(with(divergence, {"--alpha=one"})).err,
      "renyi: --alpha: expected a number, inf, -inf, vi, iwae, vr-max or vr-min, found 'one'\n");
  EXPECT_EQ(run_command(with(divergence, {"--seed=-1"})).err,
            "renyi: --seed: expected a whole number from 0, found '-1'\n");
  EXPECT_EQ(run_command(with(divergence, {"--format=xml"})).err,
            "renyi: --format: expected table, json or csv, found 'xml'\n");
  EXPECT_EQ(run_command(with(divergence, {"--threads=5000"})).code, 64);
}

TEST(Run, AlphaTakesNegativeValuesInBothSpellings) {
  const auto joined = run_command(with(divergence, {"--alpha=-inf,-1"}));
  const auto apart = run_command(with(divergence, {"--alpha", "-inf,-1"}));
  EXPECT_EQ(joined.code, 0);
  EXPECT_EQ(joined.out, apart.out);
}

TEST(Run, AStreamThatCannotBeWrittenIsExitCode74) {
  std::ostream broken(nullptr);
  std::ostringstream err;
  EXPECT_EQ(cli::run(divergence, broken, err), 74);
  EXPECT_EQ(err.str(), "renyi: stdout: cannot write\n");
}

}  // namespace
}  // namespace renyi::run_test
