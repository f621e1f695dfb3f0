#include "renyi/data/run_filter.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/support/example_runs.hpp"

namespace renyi::run_filter_test {
namespace {

using testing::example_run;

// The third failed, the last one's score is no number.
std::vector<StoredRun> example() {
  std::vector<StoredRun> runs = {example_run(1, "boston", "0.5", 7, {{"rmse", 3.0}}),
                                 example_run(2, "yacht", "0.5", 8, {{"rmse", 1.0}}),
                                 example_run(3, "boston", "-inf", 7, {}),
                                 example_run(4, "boston", "auto", 7, {{"rmse", 2.0}}),
                                 example_run(5, "yacht", "1", 7, {{"rmse", std::nan("")}})};
  runs[2].status = JobStatus::failed;
  runs[0].started = "2026-02-06T12:00:00.000Z";
  runs[1].started = "2025-12-31T12:00:00.000Z";
  return runs;
}

using Ids = std::vector<std::int64_t>;

Ids chosen(const RunSelection& selection) {
  Ids ids;
  for (const StoredRun& run : select_runs(example(), selection)) ids.push_back(run.id);
  return ids;
}

TEST(RunCondition, ComparesNumbersAsNumbersAndTextAsText) {
  EXPECT_EQ(chosen({}), (Ids{1, 2, 3, 4, 5}));
  EXPECT_EQ(chosen({.where = "alpha=0.50"}), (Ids{1, 2}));
  EXPECT_EQ(chosen({.where = "alpha=-inf"}), (Ids{3}));
  EXPECT_EQ(chosen({.where = "alpha==auto"}), (Ids{4}));
  EXPECT_EQ(chosen({.where = "alpha<1"}), (Ids{1, 2, 3})) << "text is not below a number";
  EXPECT_EQ(chosen({.where = "alpha!=0.5"}), (Ids{3, 4, 5}));
  EXPECT_EQ(chosen({.where = "alpha!=auto"}), (Ids{1, 2, 3, 5}));
  EXPECT_EQ(chosen({.where = "started<2026"}), (Ids{2})) << "a time is text";
  EXPECT_EQ(chosen({.where = "status=failed"}), (Ids{3}));
  EXPECT_EQ(chosen({.where = "name = bnn/yacht/alpha=1"}), (Ids{5})) << "the first sign counts";
}

TEST(RunCondition, HoldsForNoRunWithoutAValue) {
  EXPECT_EQ(chosen({.where = "rmse<=2"}), (Ids{2, 4}));
  EXPECT_EQ(chosen({.where = "rmse<2"}), (Ids{2}));
  EXPECT_EQ(chosen({.where = "rmse>2"}), (Ids{1}));
  EXPECT_EQ(chosen({.where = "rmse>=2"}), (Ids{1, 4}));
  EXPECT_EQ(chosen({.where = "rmse!=2"}), (Ids{1, 2, 5})) << "NaN is not 2";
  EXPECT_EQ(chosen({.where = "started!=never"}), (Ids{1, 2}));
}

TEST(RunConditions, MustAllHold) {
  EXPECT_EQ(chosen({.where = "data=boston and seed=7 and rmse > 2"}), (Ids{1}));
  EXPECT_EQ(chosen({.where = "data=boston and data=yacht"}), (Ids{}));
}

TEST(RunSelection, IsSortedWithWhatHasNoValueLast) {
  EXPECT_EQ(chosen({.sort = "rmse"}), (Ids{2, 4, 1, 3, 5}));
  EXPECT_EQ(chosen({.sort = "-rmse"}), (Ids{1, 4, 2, 3, 5}));
  EXPECT_EQ(chosen({.sort = "alpha"}), (Ids{3, 1, 2, 5, 4})) << "numbers before text";
  EXPECT_EQ(chosen({.sort = "-data", .limit = 3}), (Ids{2, 5, 1}));
  EXPECT_EQ(chosen({.limit = 9}), (Ids{1, 2, 3, 4, 5}));
}

TEST(RunSelection, RefusesWhatHasNoMeaning) {
  for (const RunSelection& selection :
       {RunSelection{.where = "alpah=1"}, RunSelection{.where = "alpha"},
        RunSelection{.where = "alpha="}, RunSelection{.where = "=1"},
        RunSelection{.where = "alpha!1"}, RunSelection{.where = "rmse<small"},
        RunSelection{.where = "alpha=1 and "}, RunSelection{.sort = "rmes"},
        RunSelection{.sort = "-"}, RunSelection{.limit = -1}}) {
    try {
      chosen(selection);
      ADD_FAILURE() << selection.where << selection.sort << selection.limit;
    } catch (const UsageError& error) {
      const std::string text = error.what();
      const std::string member = !selection.where.empty()  ? "where: expected"
                                 : !selection.sort.empty() ? "sort: expected"
                                                           : "limit: expected";
      EXPECT_TRUE(text.starts_with(member)) << text;
    }
  }
}

std::vector<StoredRun> random_runs() {
  std::vector<StoredRun> runs;
  const auto values = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-5, 5));
  for (const int value : values) {
    StoredRun run{.id = static_cast<std::int64_t>(runs.size() + 1)};
    if (value > -5) run.metrics["score"] = 0.1 * value;
    if (value == 4) run.metrics["score"] = std::nan("");
    runs.push_back(run);
  }
  runs.push_back({.id = 1000, .metrics = {{"score", 0.0}}});  // so that there is the field
  return runs;
}

bool has_score(const StoredRun& run) {
  return run.metrics.contains("score") && !std::isnan(run.metrics.at("score"));
}

RC_GTEST_PROP(RunSelection, SortingLosesNothingAndOrdersWhatHasAValue, ()) {
  const std::vector<StoredRun> runs = random_runs();
  const bool descending = *rc::gen::arbitrary<bool>();
  const auto sorted = select_runs(runs, {.sort = descending ? "-score" : "score"});
  RC_ASSERT(std::ranges::is_permutation(sorted, runs, {}, &StoredRun::id, &StoredRun::id));
  RC_ASSERT(std::ranges::is_partitioned(sorted, has_score));
  for (std::size_t i = 1; i < sorted.size() && has_score(sorted[i]); ++i) {
    const double before = sorted[i - 1].metrics.at("score");
    const double after = sorted[i].metrics.at("score");
    RC_ASSERT((descending ? before >= after : before <= after));
    RC_ASSERT((before != after || sorted[i - 1].id < sorted[i].id));
  }
}

RC_GTEST_PROP(RunSelection, ACutSplitsWhatHasAValueInTwo, ()) {
  const std::vector<StoredRun> runs = random_runs();
  const std::string cut = fmt::format("{}", 0.1 * *rc::gen::inRange(-5, 5));
  const auto below = select_runs(runs, {.where = "score<" + cut});
  const auto above = select_runs(runs, {.where = "score >= " + cut});
  RC_ASSERT(below.size() + above.size() ==
            static_cast<std::size_t>(std::ranges::count_if(runs, has_score)));
}

}  // namespace
}  // namespace renyi::run_filter_test
