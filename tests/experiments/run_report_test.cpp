#include "experiments/run_report.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"
#include "tests/support/example_runs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::run_report_test {
namespace {

using testing::table;

class RunReport : public ::testing::Test {
 protected:
  RunReport() { testing::fill_example_store(folder.path("results.db")); }

  Report report(const RunReportOptions& options = {}) const {
    const RunList store(folder.path("results.db"));
    return run_report(store, store.runs(), options);
  }

  testing::TemporaryFolder folder;
};

TEST_F(RunReport, HasScoresRanksCurvesAndFailures) {
  const Report found = report();
  EXPECT_TRUE(testing::well_formed(found));
  EXPECT_EQ(found.tables[0].title, "log_likelihood by alpha");
  EXPECT_NEAR(testing::number(found.tables[0], 0, 3), -2.15, 1e-12);
  EXPECT_EQ(testing::number(table(found, "ranks"), 0, 2), 1.0) << "the higher is the better";
  EXPECT_EQ(table(found, "runs").rows.size(), 2U) << "done and failed";
  EXPECT_EQ(table(found, "failures").rows.at(0).at(1), Cell("bnn/boston/alpha=-inf"));
  std::vector<std::string> figures;
  for (const Figure& figure : found.figures) figures.push_back(figure.name);
  EXPECT_EQ(figures,
            (std::vector<std::string>{"boston_log_likelihood", "ranks", "boston_bound_by_epoch"}));
}

TEST_F(RunReport, IsOfTheMetricAskedFor) {
  EXPECT_EQ(testing::number(table(report({.metric = "rmse"}), "ranks"), 0, 2), 2.0);
  EXPECT_EQ(
      testing::number(table(report({.metric = "rmse", .better = Better::higher}), "ranks"), 0, 2),
      1.0);
  const Report by_draws = report({.against = "draws"});
  EXPECT_EQ(by_draws.tables[0].columns.at(2), "draws");
  EXPECT_EQ(by_draws.tables[0].rows.size(), 2U) << "each order is a setting";
}

TEST_F(RunReport, RefusesWhatNoRunHas) {
  EXPECT_THROW(report({.metric = "accuracy"}), UsageError);
  try {
    report({.against = "aplha"});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_TRUE(std::string(error.what()).ends_with("perhaps 'alpha'")) << error.what();
  }
  const RunList store(folder.path("results.db"));
  EXPECT_THROW(run_report(store, {}, {}), UsageError);
}

}  // namespace
}  // namespace renyi::run_report_test
