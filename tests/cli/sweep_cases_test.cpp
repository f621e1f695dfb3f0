#include "cli/sweep_cases.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace renyi::cli::sweep_cases_test {
namespace {

SweepOption option(const std::string& name, const std::vector<std::string>& values) {
  SweepOption option{.name = name};
  for (const std::string& value : values) option.values.push_back({value, {}});
  return option;
}

SweepPlan boston(std::vector<SweepOption> options) {
  return {.data = {{"uci/boston", {}}}, .seeds = {{"1", {}}}, .options = std::move(options)};
}

std::vector<std::string> names_of(const SweepPlan& plan) {
  std::vector<std::string> names;
  for (const SweepCase& one : sweep_cases(plan)) names.push_back(one.name);
  return names;
}

TEST(SweepCases, AreNamedByWhatVaries) {
  EXPECT_EQ(names_of(boston({option("epochs", {"5"}), option("alpha", {"0.5", "-inf"}),
                             option("draws", {"10", "50"})})),
            (std::vector<std::string>{
                "bnn/boston/alpha=0.5/draws=10", "bnn/boston/alpha=0.5/draws=50",
                "bnn/boston/alpha=-inf/draws=10", "bnn/boston/alpha=-inf/draws=50"}));
  EXPECT_EQ(names_of(boston({})), std::vector<std::string>{"bnn/boston"});
}

// A table is whole as soon as the first seed and split are done.
TEST(SweepCases, HaveTheFirstSeedAndSplitOfAllFirst) {
  SweepPlan plan = boston({option("alpha", {"1", "0"}), option("split", {"0", "1"})});
  plan.seeds = {{"3", {}}, {"4", {}}};
  plan.data.push_back({"yacht.csv", {}});
  const auto cases = sweep_cases(plan);
  ASSERT_EQ(cases.size(), 16U);
  std::vector<std::string> first;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(cases[i].seed, 3U);
    first.push_back(cases[i].name);
  }
  EXPECT_EQ(first,
            (std::vector<std::string>{"bnn/boston/alpha=1/split=0", "bnn/boston/alpha=0/split=0",
                                      "bnn/yacht/alpha=1/split=0", "bnn/yacht/alpha=0/split=0"}));
  EXPECT_EQ(cases[4].name, "bnn/boston/alpha=1/split=1");
  EXPECT_EQ(cases[8].seed, 4U);
  EXPECT_EQ(cases[2].data, 1U);
}

// Every combination once, whatever the numbers of values.
RC_GTEST_PROP(SweepCases, AreAllCombinationsOnce, ()) {
  SweepPlan plan = boston({});
  std::size_t expected = 1;
  const auto values = [&](const std::string& prefix) {
    const int count = *rc::gen::inRange(1, 4);
    expected *= static_cast<std::size_t>(count);
    std::vector<std::string> texts;
    for (int i = 0; i < count; ++i) texts.push_back(prefix + std::to_string(i));
    return texts;
  };
  plan.seeds = option("seeds", values("")).values;
  plan.data = option("data", values("d")).values;
  for (const char* name : {"alpha", "split", "draws"})
    if (*rc::gen::arbitrary<bool>()) plan.options.push_back(option(name, values("")));
  const auto cases = sweep_cases(plan);
  RC_ASSERT(cases.size() == expected);
  std::set<std::string> different;
  for (const SweepCase& one : cases) {
    RC_ASSERT(one.values.size() == plan.options.size());
    std::string text = std::to_string(one.seed) + " " + std::to_string(one.data);
    for (std::size_t i = 0; i < one.values.size(); ++i) {
      RC_ASSERT(!one.values[i].empty());
      text += " " + one.values[i];
    }
    different.insert(text);
  }
  RC_ASSERT(different.size() == expected);
}

TEST(SweepCases, AreNotMoreThanAMillion) {
  std::vector<std::string> thousand;
  for (int i = 0; i < 1001; ++i) thousand.push_back(std::to_string(i));
  EXPECT_THROW(sweep_cases(boston({option("draws", thousand), option("batch", thousand)})),
               UsageError);
  EXPECT_EQ(sweep_cases(boston({option("draws", thousand)})).size(), 1001U);
}

TEST(SweepDataNames, AreShortUnlessTwoAreTheSame) {
  SweepPlan plan = boston({});
  plan.data = {{"uci/boston/", {}}, {"a/flats.csv", {}}, {"b/flats.csv", {}}, {"x.idx.gz", {}}};
  EXPECT_EQ(sweep_data_names(plan),
            (std::vector<std::string>{"boston", "a/flats.csv", "b/flats.csv", "x.idx"}));
}

}  // namespace
}  // namespace renyi::cli::sweep_cases_test
