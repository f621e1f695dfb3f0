#include "experiments/run_curves.hpp"

#include <gtest/gtest.h>

#include "experiments/run_figures.hpp"
#include "tests/support/example_runs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::run_curves_test {
namespace {

using testing::add_job;
using testing::TemporaryFolder;

std::vector<Figure> curves(const std::string& path, const std::string& quantity) {
  const RunList store(path);
  return run_curves(store, run_scores(store.runs(), "rmse", "alpha"), Better::lower, quantity);
}

TEST(RunCurves, AreMeansOverSeedsWithABand) {
  const TemporaryFolder folder;
  testing::fill_example_store(folder.path("results.db"));
  const auto figures = curves(folder.path("results.db"), "bound");
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].series.size(), 2U) << "one an order";
  const Series& series = figures[0].series[0];
  EXPECT_EQ(series.name, "alpha=0");
  EXPECT_EQ(series.x, (std::vector<double>{1.0, 2.0}));
  EXPECT_EQ(series.y, (std::vector<double>{-21.5, -11.5}));
  EXPECT_NEAR(series.upper[0], -21.0, 1e-12) << "the standard error of -21 and -22 is a half";
  EXPECT_NEAR(series.lower[0], -22.0, 1e-12);
  EXPECT_TRUE(curves(folder.path("results.db"), "validation_score").empty());
}

EpochMetrics course(std::int64_t epochs) {
  EpochMetrics course;
  for (std::int64_t epoch = 1; epoch <= epochs; ++epoch)
    course[epoch] = {{"bound", static_cast<double>(epoch)}};
  return course;
}

TEST(RunCurves, EndWhereTheFirstRunEnds) {
  const TemporaryFolder folder;
  {
    const ResultStore store(folder.path("results.db"));
    for (const std::int64_t seed : {3, 5})
      add_job(store, "bnn/boston", R"({"alpha":"1"})", static_cast<std::uint64_t>(seed),
              {.metrics = {{"rmse", 1.0}}, .epochs = course(seed)});
  }
  EXPECT_EQ(curves(folder.path("results.db"), "bound").at(0).series.at(0).x,
            (std::vector<double>{1.0, 2.0, 3.0}));
}

TEST(RunCurves, ThinOutLongRuns) {
  const TemporaryFolder folder;
  add_job(ResultStore(folder.path("results.db")), "bnn/boston", R"({"alpha":"1"})", 1,
          {.metrics = {{"rmse", 1.0}}, .epochs = course(3000)});
  const Series series = curves(folder.path("results.db"), "bound").at(0).series.at(0);
  EXPECT_LT(series.x.size(), 600U);
  EXPECT_EQ(series.x[99], 100.0) << "all of the first hundred";
  EXPECT_EQ(series.x.back(), 3000.0);
}

TEST(RunCurves, DrawTheBestSettingOfEachOrderWhereThereAreTooMany) {
  const TemporaryFolder folder;
  {
    const ResultStore store(folder.path("results.db"));
    for (const int alpha : {0, 1})
      for (int draws = 1; draws <= 5; ++draws)
        add_job(store, "bnn/boston", fmt::format(R"({{"alpha":"{}","draws":{}}})", alpha, draws), 1,
                {.metrics = {{"rmse", draws == 3 + alpha ? 1.0 : 2.0}}, .epochs = course(2)});
  }
  const Figure figure = curves(folder.path("results.db"), "bound").at(0);
  ASSERT_EQ(figure.series.size(), 2U);
  EXPECT_EQ(figure.series[0].name, "alpha=0 draws=3");
  EXPECT_EQ(figure.series[1].name, "alpha=1 draws=4");
  EXPECT_EQ(figure.notes.back(), "The best by rmse of each alpha, 8 at most.");
}

TEST(RunCurves, DrawTheBestOrdersWhereEvenThoseAreTooMany) {
  const TemporaryFolder folder;
  {
    const ResultStore store(folder.path("results.db"));
    for (int alpha = 0; alpha < 10; ++alpha)
      add_job(store, "bnn/boston", fmt::format(R"({{"alpha":"{}"}})", alpha), 1,
              {.metrics = {{"rmse", 10.0 - alpha}}, .epochs = course(2)});
  }
  const Figure figure = curves(folder.path("results.db"), "bound").at(0);
  ASSERT_EQ(figure.series.size(), most_lines);
  EXPECT_EQ(figure.series[0].name, "alpha=9");
}

}  // namespace
}  // namespace renyi::run_curves_test
