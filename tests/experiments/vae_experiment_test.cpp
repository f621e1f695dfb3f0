#include "experiments/vae_experiment.hpp"

#include <gtest/gtest.h>

#include "renyi/report/json_writer.hpp"
#include "tests/experiments/report_cells.hpp"
#include "tests/experiments/vae_folders.hpp"

namespace renyi::vae_experiment_test {
namespace {

using testing::TemporaryFolder;

class VaeExperimentTest : public ::testing::Test {
 protected:
  VaeExperimentTest() {
    testing::write_frey(folder_);
    testing::write_mnist(folder_);
  }
  // In a folder of its own.
  VaeExperimentOptions options(const std::string& name) const {
    std::filesystem::create_directories(folder_.path(name));
    return {.data = folder_.path(),
            .alphas = Alpha::parse_list("0,-inf"),
            .epochs = 2,
            .folds = 2,
            .test_draws = 10,
            .store = folder_.path(name + "/results.db"),
            .models = folder_.path(name)};
  }

  TemporaryFolder folder_;
};

TEST_F(VaeExperimentTest, ReportsScoresBesideThePapersAndTheCourseOfTraining) {
  const Report report = vae_experiment(options("a"), 2).report;
  EXPECT_TRUE(testing::well_formed(report));
  ASSERT_EQ(report.tables.size(), 1U);
  const Table& table = report.tables[0];
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][5], Cell(std::int64_t{2}));
  EXPECT_EQ(testing::number(table, 1, 8), 1377.40);
  ASSERT_EQ(report.figures[0].series.size(), 2U);
  EXPECT_EQ(report.figures[0].series[0].x.size(), 2U);
  std::string notes;
  for (const std::string& note : table.notes) notes += note;
  for (const char* part : {"2 epochs in place of 1000", "2 of 10 folds", "10 draws"})
    EXPECT_NE(notes.find(part), std::string::npos) << part;
}

TEST_F(VaeExperimentTest, FitsTwoLayersAndSeveralSeeds) {
  VaeExperimentOptions options = this->options("a");
  options.dataset = VaeBenchmark::mnist;
  options.layers = {1, 2};
  options.seeds = {1, 2, 3};
  const Report report = vae_experiment(options, 1).report;
  const Table& table = report.tables.at(0);
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(table.rows[0][5], Cell(std::int64_t{3}));
  EXPECT_EQ(table.rows[3][1], Cell(std::int64_t{2}));
  EXPECT_EQ(report.data.size(), 2U);
}

// However often it is stopped, and on however many threads, the result is the same; and what is
// done is not done again.
TEST_F(VaeExperimentTest, GoesOnWhereItWasStopped) {
  int fits = 0, steps = 0;
  const auto count_new = [&](const JobsProgress& progress) {
    if (progress.last != nullptr) ++fits;
  };
  const ExperimentRun stopped = vae_experiment(
      options("b"), 1,
      {.jobs = {.stop = [&] { return fits == 1 && ++steps > 3; }, .progress = count_new}});
  EXPECT_TRUE(stopped.stopped);
  EXPECT_EQ(stopped.finished, 1);
  EXPECT_EQ(stopped.jobs, 4);
  const ExperimentRun whole = vae_experiment(options("b"), 2, {.jobs = {.progress = count_new}});
  EXPECT_EQ(fits, 4);
  EXPECT_EQ(report_json(whole.report), report_json(vae_experiment(options("c"), 1).report));
}

}  // namespace
}  // namespace renyi::vae_experiment_test
