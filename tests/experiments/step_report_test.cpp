#include "experiments/step_report.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/core/thread_communicator.hpp"

namespace renyi::step_report_test {
namespace {

const StepOptions small{.fit = StepKind::bnn, .draws = 3, .batch = 4, .processes = {1, 2}};

TEST(StepReport, MeasuresTogetherWhatItPredicts) {
  testing::as_processes(2, [](Communicator& others) {
    const Report report = step_report(small, &others);
    if (others.rank() != 0) {
      EXPECT_EQ(report.tables.size(), 1U);
      return;
    }
    ASSERT_EQ(report.tables.size(), 2U);
    const Table& steps = report.tables[1];
    ASSERT_EQ(steps.rows.size(), 2U);
    for (const auto& row : steps.rows) EXPECT_GT(std::get<double>(row[6]), 0.0);  // measured
    EXPECT_GT(std::get<double>(steps.rows[1][4]), 0.0);                           // communication
  });
}

TEST(StepReport, RefusesWhatHasNoMeaning) {
  for (const StepOptions& wrong :
       {StepOptions{.draws = 0}, StepOptions{.batch = -1}, StepOptions{.processes = {0}},
        StepOptions{.latency = -1.0}, StepOptions{.row_shards = 2},
        StepOptions{.fit = StepKind::bnn, .row_shards = 0}})
    EXPECT_THROW(wrong.validate(), UsageError);
  EXPECT_NO_THROW(small.validate());
}

}  // namespace
}  // namespace renyi::step_report_test
