#include "experiments/bnn_experiment.hpp"

#include <gtest/gtest.h>

#include "renyi/report/json_writer.hpp"
#include "tests/experiments/bnn_folders.hpp"
#include "tests/experiments/report_cells.hpp"

namespace renyi::bnn_experiment_test {
namespace {

using testing::TemporaryFolder;
using testing::write_data_set;

constexpr BnnMetric both[] = {BnnMetric::negative_log_likelihood, BnnMetric::rmse};

class BnnExperimentTest : public ::testing::Test {
 protected:
  BnnExperimentTest() {
    write_data_set(folder_, "yacht", 2);
    write_data_set(folder_, "birds", 1);
  }
  BnnExperimentOptions options(const std::string& store) const {
    return {.data = folder_.path(),
            .data_sets = {"yacht", "birds"},
            .alphas = Alpha::parse_list("-inf,1"),
            .quick = true,
            .store = folder_.path(store)};
  }

  TemporaryFolder folder_;
};

TEST_F(BnnExperimentTest, ReportsScoresRanksAndFigures) {
  const Report report = bnn_experiment(options("a.db"), both, 2).report;
  EXPECT_TRUE(testing::well_formed(report));
  EXPECT_EQ(report.tables.size(), 4U);
  EXPECT_EQ(report.figures.size(), 4U);
  EXPECT_EQ(report.data.size(), 2U);
  const Table& rmse = testing::table(report, "rmse");
  ASSERT_EQ(rmse.rows.size(), 4U);
  EXPECT_EQ(rmse.rows[0][2], Cell(std::int64_t{2}));
  EXPECT_EQ(rmse.rows[2][2], Cell(std::int64_t{1}));
  EXPECT_EQ(testing::number(rmse, 0, 5), 1.12);
  EXPECT_EQ(rmse.rows[2][5], Cell(NotAvailable{}));
  EXPECT_NE(rmse.notes.at(1).find("--quick"), std::string::npos);
  EXPECT_NE(rmse.notes.at(2).find("yacht: 2 of the paper's 20 splits"), std::string::npos);
}

// However often it is stopped, and on however many threads, the result is the same; and what is
// done is not done again.
TEST_F(BnnExperimentTest, GoesOnWhereItWasStopped) {
  int fits = 0;
  const auto count_new = [&](const JobsProgress& progress) {
    if (progress.last != nullptr) ++fits;
  };
  const ExperimentRun stopped = bnn_experiment(
      options("b.db"), both, 1, {.stop = [&] { return fits >= 2; }, .progress = count_new});
  EXPECT_TRUE(stopped.stopped);
  EXPECT_EQ(stopped.finished, 2);
  EXPECT_EQ(stopped.jobs, 6);
  const ExperimentRun whole = bnn_experiment(options("b.db"), both, 2, {.progress = count_new});
  EXPECT_EQ(fits, 6);
  EXPECT_FALSE(whole.stopped);
  EXPECT_EQ(report_json(whole.report),
            report_json(bnn_experiment(options("c.db"), both, 1).report));
}

}  // namespace
}  // namespace renyi::bnn_experiment_test
