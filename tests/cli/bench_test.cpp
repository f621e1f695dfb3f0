#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/run_command.hpp"

namespace renyi::bench_test {
namespace {

using testing::run_command;

nlohmann::json rows_of(const std::string& out, const std::string& table) {
  return nlohmann::json::parse(out)["tables"][table]["rows"];
}

TEST(BenchCommand, MeasuresTheMachine) {
  const auto outcome = run_command({"bench", "machine", "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto rows = rows_of(outcome.out, "machine");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_GT(rows[0][1].get<double>(), 0.0);
}

// Alone there is nobody to measure messages with.
TEST(BenchCommand, PredictsStepsOfMoreProcessesWhereItKnowsTheirLatency) {
  const auto alone =
      run_command({"bench", "step", "--fit=bnn", "--draws=5", "--processes=1,2", "--format=json"});
  ASSERT_EQ(alone.code, 0) << alone.err;
  EXPECT_EQ(rows_of(alone.out, "steps").size(), 1U);
  const auto told = run_command({"bench", "step", "--fit=bnn", "--draws=5", "--processes=1,2",
                                 "--latency=10", "--bandwidth=1", "--format=json"});
  ASSERT_EQ(told.code, 0) << told.err;
  const auto rows = rows_of(told.out, "steps");
  ASSERT_EQ(rows.size(), 2U);
  // What is measured is what the model starts from.
  EXPECT_NEAR(rows[0][5].get<double>(), rows[0][6].get<double>(), 1e-6 * rows[0][5].get<double>());
  EXPECT_GE(rows[1][4].get<double>(), 1e3 * 5.0 * 10e-6);
}

TEST(BenchCommand, RefusesWhatHasNoMeaning) {
  EXPECT_EQ(run_command({"bench", "step", "--draws=0"}).code, 64);
  EXPECT_EQ(run_command({"bench", "step", "--processes=0"}).code, 64);
  EXPECT_EQ(run_command({"bench", "step", "--latency=-1"}).code, 64);
}

}  // namespace
}  // namespace renyi::bench_test
