#include "experiments/run_scores.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "tests/support/example_runs.hpp"

namespace renyi::run_scores_test {
namespace {

using testing::example_run;
using Names = std::vector<std::string>;

StoredRun with(StoredRun run, const std::map<std::string, std::string>& options) {
  for (const auto& [name, value] : options) run.options[name] = value;
  return run;
}

StoredRun at(std::int64_t id, const std::string& alpha,
             const std::map<std::string, std::string>& options = {}, std::uint64_t seed = 1) {
  return with(example_run(id, "boston", alpha, seed, {{"rmse", static_cast<double>(id)}}), options);
}

Names settings(const std::vector<StoredRun>& runs) {
  Names found;
  for (const RunScore& score : run_scores(runs, "rmse", "alpha").scores)
    found.push_back(score.setting);
  return found;
}

TEST(RunScores, AveragesOverSeedsSplitsAndFolds) {
  const RunScores scores =
      run_scores({at(1, "0.5", {{"split", "0"}}), at(2, "0.5", {{"split", "1"}}, 2),
                  at(3, "0.50", {{"fold", "3"}}, 9), at(4, "-inf", {{"split", "0"}})},
                 "rmse", "alpha");
  EXPECT_EQ(scores.positions, (Names{"-inf", "0.5"}));
  const std::vector<ScoreGroup> groups = score_groups(scores);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].position, "0.5");
  EXPECT_EQ(groups[0].values, (std::vector<double>{1.0, 2.0, 3.0}));
  EXPECT_EQ(groups[0].ids, (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(scores.scores[0].repetition, "seed=1 split=0");
  EXPECT_EQ(scores.scores[3].repetition, "seed=1 split=0") << "the same at another order";
}

TEST(RunScores, TellSettingsApartByWhatVaries) {
  EXPECT_EQ(settings({at(1, "0", {{"draws", "10"}, {"width", "50"}}),
                      at(2, "0", {{"draws", "20"}, {"width", "50"}}),
                      at(3, "1", {{"draws", "10"}, {"width", "50"}})}),
            (Names{"draws=10", "draws=20", "draws=10"}));
}

TEST(RunScores, AnOptionThatGoesWithAnotherTellsNothing) {
  const std::vector<StoredRun> runs = {
      at(1, "0", {{"draws", "10"}, {"size", "small"}, {"backward", "all"}}),
      at(2, "0", {{"draws", "20"}, {"size", "large"}, {"backward", "all"}}),
      at(3, "-inf", {{"draws", "10"}, {"size", "small"}, {"backward", "one"}})};
  EXPECT_EQ(settings(runs), (Names{"draws=10", "draws=20", "draws=10"}));
  EXPECT_EQ(run_scores(runs, "rmse", "alpha").accompanying, (Names{"backward", "size"}));
}

TEST(RunScores, WhatNamesSayComesFirst) {
  std::vector<StoredRun> runs = {at(1, "0", {{"draws", "10"}, {"size", "small"}}),
                                 at(2, "0", {{"draws", "20"}, {"size", "large"}})};
  for (StoredRun& run : runs) run.name += "/size=" + run.options.at("size");
  EXPECT_EQ(settings(runs), (Names{"size=small", "size=large"}));
}

TEST(RunScores, SettingsAreThoseOfADataSet) {
  std::vector<StoredRun> runs = {at(1, "0", {{"epochs", "500"}}), at(2, "0", {{"epochs", "100"}})};
  runs[1].options["data"] = "yacht";
  EXPECT_EQ(settings(runs), (Names{"", ""}));
  EXPECT_EQ(data_of(run_scores(runs, "rmse", "alpha")), (Names{"boston", "yacht"}));
  runs[1].options["fit"] = "vae";
  EXPECT_EQ(data_of(run_scores(runs, "rmse", "alpha")), (Names{"bnn boston", "vae yacht"}));
}

TEST(RunScores, AreOfRunsThatHaveOne) {
  std::vector<StoredRun> runs = {at(1, "0"), at(2, "0"), at(3, "0"), at(4, "0")};
  runs[0].status = JobStatus::running;
  runs[1].metrics.clear();
  runs[2].options.erase("alpha");
  const RunScores scores = run_scores(runs, "rmse", "alpha");
  ASSERT_EQ(scores.scores.size(), 1U);
  EXPECT_EQ(scores.scores[0].id, 4);
}

TEST(RunScores, MayBeShownAgainstAnyOption) {
  const RunScores scores =
      run_scores({at(1, "0", {{"draws", "100"}}), at(2, "0", {{"draws", "20"}}),
                  at(3, "1", {{"draws", "auto"}})},
                 "rmse", "draws");
  EXPECT_EQ(scores.positions, (Names{"20", "100", "auto"})) << "numbers in their order, then words";
}

TEST(AxisOption, IsAlphaUnlessOnlyOthersVary) {
  EXPECT_EQ(axis_option({at(1, "0", {{"draws", "1"}}), at(2, "1", {{"draws", "2"}})}), "alpha");
  EXPECT_EQ(axis_option({at(1, "0", {{"draws", "1"}}), at(2, "0.0", {{"draws", "2"}})}), "draws");
  EXPECT_EQ(axis_option({at(1, "0", {{"split", "0"}}), at(2, "0", {{"split", "1"}}, 2)}), "alpha")
      << "splits only repeat";
  std::vector<StoredRun> runs = {at(1, "0", {{"draws", "1"}}), at(2, "1", {{"draws", "2"}})};
  runs[1].status = JobStatus::failed;
  EXPECT_EQ(axis_option(runs), "alpha") << "of those that are done";
}

// Every run is in one group, but for those that a later one repeats, and runs of a group agree in
// all that a group is told by.
RC_GTEST_PROP(RunScores, GroupsAreAPartition, ()) {
  std::vector<StoredRun> runs;
  for (int i = 0; i < *rc::gen::inRange(1, 30); ++i)
    runs.push_back(at(i + 1, std::to_string(*rc::gen::inRange(0, 3)),
                      {{"draws", std::to_string(*rc::gen::inRange(0, 2))},
                       {"width", std::to_string(*rc::gen::inRange(0, 2))}},
                      *rc::gen::inRange<std::uint64_t>(0, 2)));
  std::set<std::int64_t> seen;
  const RunScores scores = run_scores(runs, "rmse", "alpha");
  for (const ScoreGroup& group : score_groups(scores)) {
    const auto& first = runs[static_cast<std::size_t>(group.ids.front() - 1)].options;
    for (const std::int64_t id : group.ids) {
      RC_ASSERT(seen.insert(id).second);
      RC_ASSERT(runs[static_cast<std::size_t>(id - 1)].options == first);
    }
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool is_repeated = std::any_of(
        runs.begin() + static_cast<std::ptrdiff_t>(i) + 1, runs.end(), [&](const StoredRun& later) {
          return later.options == runs[i].options && later.seed == runs[i].seed;
        });
    RC_ASSERT(seen.contains(runs[i].id) == !is_repeated);
  }
  RC_ASSERT(static_cast<std::size_t>(scores.left_out) + seen.size() == runs.size());
}

// By what their labels say of what is in them; of runs without such a label nothing is known.
TEST(RunScores, TellDataOfOneNameApart) {
  const std::string content(data_label);
  EXPECT_EQ(settings({at(1, "0", {{content, "a"}}), at(2, "0", {{content, "b"}}, 2),
                      at(3, "1", {{content, "a"}}, 3)}),
            (Names{"content=a", "content=b", "content=a"}));
  EXPECT_EQ(settings({at(1, "0", {{content, "a"}}), at(2, "0", {}, 2)}), (Names{"", ""}));
  EXPECT_EQ(settings({at(1, "0", {{content, "a"}, {"test", "t.csv"}}),
                      at(2, "0", {{content, "a"}, {"test", "./t.csv"}}, 2)}),
            (Names{"", ""}))
      << "where they lie says nothing";
}

TEST(RunScores, TakeTheLastRunOfARepetition) {
  const RunScores scores = run_scores(
      {at(1, "0"), at(2, "0", {}, 2), at(3, "0"), at(4, "0", {{"split", "0"}}), at(5, "0")}, "rmse",
      "alpha");
  ASSERT_EQ(scores.scores.size(), 3U);
  EXPECT_EQ(scores.scores[0].id, 2);
  EXPECT_EQ(scores.scores[1].id, 4);
  EXPECT_EQ(scores.scores[2].id, 5);
  EXPECT_EQ(scores.left_out, 2);
}

}  // namespace
}  // namespace renyi::run_scores_test
