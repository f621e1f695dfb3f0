#include "cli/sweep_plan.hpp"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::sweep_plan_test {
namespace {

using testing::TemporaryFolder;

Place at(std::int64_t line, std::int64_t column) { return {"s.toml", line, column}; }

class SweepPlanTest : public ::testing::Test {
 protected:
  SweepPlan plan(std::vector<SweepOption> options) const {
    return {.file = "s.toml",
            .data = {{folder_.path(), at(2, 8)}},
            .seeds = {{"1", at(3, 9)}},
            .options = std::move(options)};
  }
  static std::string refusal(SweepPlan plan) {
    try {
      check_plan(plan);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }

  TemporaryFolder folder_;
};

TEST_F(SweepPlanTest, ReadsValuesAsTheFitWould) {
  SweepPlan checked = plan({{.name = "alpha", .values = {{"0.50", {}}, {"vr-max", {}}}},
                            {.name = "hidden", .values = {{"050,20", {}}}}});
  check_plan(checked);
  EXPECT_EQ(checked.options[0].values[0].text, "0.5");
  EXPECT_EQ(checked.options[0].values[1].text, "-inf");
  EXPECT_EQ(checked.options[1].values[0].text, "50,20");
}

TEST_F(SweepPlanTest, NamesThePlaceOfWhatIsWrong) {
  EXPECT_EQ(refusal(plan({{.name = "aplha", .place = at(5, 1), .values = {{"1", at(5, 9)}}}})),
            "s.toml, line 5, column 1: expected an option of `renyi fit bnn` that a sweep may set, "
            "found 'aplha'; perhaps 'alpha'");
  EXPECT_EQ(refusal(plan({{.name = "draws", .place = at(5, 1), .values = {{"ten", at(5, 9)}}}})),
            "s.toml, line 5, column 9: expected a whole number as draws, found 'ten'");
  EXPECT_EQ(refusal(plan({{.name = "draws", .place = at(5, 1)}})),
            "s.toml, line 5, column 1: expected at least one value of draws, found none");
  EXPECT_EQ(refusal(plan({{.name = "prior-sd",
                           .place = at(5, 1),
                           .values = {{"1", at(5, 9)}, {"2", at(5, 12)}, {"1.0", at(5, 15)}}}})),
            "s.toml, line 5, column 15: expected values of prior-sd that differ, found '1' twice");
}

TEST_F(SweepPlanTest, SaysHowOneValueOfSeveralNumbersIsWritten) {
  const auto refused = [&](const std::string& name, const Place& place) {
    const std::string text =
        refusal(plan({{.name = name, .place = place, .values = {{"50", place}, {"50", place}}}}));
    return text.substr(text.find("found"));
  };
  EXPECT_EQ(refused("hidden", at(5, 1)),
            "found '50' twice; one value of several numbers is written [[50, 50]]");
  EXPECT_EQ(refused("hidden", {.file = "--set"}),
            "found '50' twice; one value of several numbers is written [50,50]");
  EXPECT_EQ(refused("draws", at(5, 1)), "found '50' twice");
}

TEST_F(SweepPlanTest, SaysWhereASweepHasWhatIsNoOption) {
  const auto refused = [&](const std::string& name, const Place& place) {
    const std::string text =
        refusal(plan({{.name = name, .place = place, .values = {{"1", place}}}}));
    return text.substr(text.find("found"));
  };
  EXPECT_EQ(refused("seed", at(5, 1)),
            "found 'seed'; a sweep has the key seeds for it, above [options]");
  EXPECT_EQ(refused("seed", {.file = "--set"}),
            "found 'seed'; a sweep has the flag --seeds for it");
  EXPECT_EQ(refused("threads", at(5, 1)), "found 'threads'; a sweep has the flag --threads for it");
}

TEST_F(SweepPlanTest, RefusesDataThatAreNotThere) {
  SweepPlan missing = plan({});
  missing.data.push_back({folder_.path("yacht"), at(2, 20)});
  EXPECT_NE(refusal(missing).find("s.toml, line 2, column 20: expected a file or folder"),
            std::string::npos);
  missing = plan({});
  missing.test = {folder_.path("none"), at(4, 8)};
  EXPECT_NE(refusal(missing).find("line 4, column 8"), std::string::npos);
  missing = plan({});
  missing.seeds.push_back({"1", at(3, 12)});
  EXPECT_EQ(refusal(missing),
            "s.toml, line 3, column 12: expected values of seeds that differ, found '1' twice");
  missing.data.clear();
  EXPECT_EQ(refusal(missing), "s.toml: expected at least one value of data, found none");
}

TEST_F(SweepPlanTest, ModelsAndSingleRunsAreTheSweeps) {
  for (const char* name : {"data", "model", "resume", "checkpoint-every", "seed"})
    EXPECT_NE(refusal(plan({{.name = name, .values = {{"1", {}}}}})), "none") << name;
}

TEST(RefuseAt, IsWrongUseWhereThePlaceIsAFlag) {
  EXPECT_THROW(refuse_at({.file = "--set"}, "this", "that"), UsageError);
  EXPECT_THROW(refuse_at({.file = "s.toml"}, "this", "that"), DataError);
}

TEST(WithPlaces, GivesARefusalThePlaceOfItsOption) {
  SweepPlan plan{.file = "s.toml", .options = {{.name = "beta", .place = at(7, 1)}}};
  const auto message = [&](const std::string& refusal) -> std::string {
    try {
      with_places(plan, [&] { throw UsageError(refusal); });
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(message("--beta: expected row, found batch"),
            "s.toml, line 7, column 1: expected row as beta, found batch");
  EXPECT_EQ(message("--beta: expected only one of --alpha and --beta, found both"),
            "s.toml, line 7, column 1: expected only one of --alpha and --beta, found both");
  EXPECT_EQ(message("target: expected a column, found none"),
            "s.toml: expected a column as target, found none");
  EXPECT_EQ(message("no such form"), "no such form");
  plan.file = "";
  EXPECT_EQ(message("--beta: expected row, found batch"), "--beta: expected row, found batch");
}

}  // namespace
}  // namespace renyi::cli::sweep_plan_test
