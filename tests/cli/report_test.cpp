#include <gtest/gtest.h>

#include "renyi/report/json_reader.hpp"
#include "tests/support/example_runs.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::report_test {
namespace {

using testing::contents;
using testing::run_command;
using testing::TemporaryFolder;

class ReportCommand : public ::testing::Test {
 protected:
  ReportCommand() {
    EXPECT_EQ(run_command({"reproduce", "fig2b", "--repetitions=2", "--seed=5", "--output",
                           folder.path("first")})
                  .code,
              0);
  }
  TemporaryFolder folder;
  const std::string stored = folder.path("first/reproduce-fig2b.json");
};

TEST_F(ReportCommand, MakesTheSamePageAgain) {
  const auto outcome = run_command({"report", stored, "-o", folder.path("page.html")});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(contents(folder.path("page.html")),
            contents(folder.path("first/reproduce-fig2b.html")));
}

TEST_F(ReportCommand, PrintsAStoredResultInEveryFormat) {
  EXPECT_EQ(run_command({"report", stored, "--format=json"}).out, contents(stored));
  EXPECT_EQ(run_command({"report", stored, "--format=csv"}).out,
            contents(folder.path("first/reproduce-fig2b.csv")));
  EXPECT_EQ(run_command({"report", stored}).out,
            run_command({"reproduce", "fig2b", "--repetitions=2", "--seed=5"}).out);
}

TEST_F(ReportCommand, WritesAllFilesAgain) {
  run_command({"report", stored, "--output", folder.path("second")});
  for (const char* name : {"json", "csv", "html"})
    EXPECT_EQ(contents(folder.path("second/reproduce-fig2b.") + name),
              contents(folder.path("first/reproduce-fig2b.") + name));
}

TEST(ReportOfAStore, IsAResultLikeAnyOther) {
  const TemporaryFolder folder;
  const std::string store = folder.path("results.db");
  testing::fill_example_store(store);
  const auto json = run_command(
      {"report", store, "--metric=rmse", "--where=seed=1", "--where=status=done", "--format=json"});
  EXPECT_EQ(json.code, 0) << json.err;
  const Report report = report_from_json(json.out, "stdout");
  EXPECT_EQ(report.command, "report");
  EXPECT_EQ(report.tables.at(0).title, "rmse by alpha");
  EXPECT_EQ(report.tables.at(0).rows.size(), 2U);
  const auto again = run_command({"--config", folder.file("report.json", json.out)});
  EXPECT_EQ(again.out, json.out) << again.err;
  EXPECT_EQ(run_command({"report", store, "-o", folder.path("page.html")}).out, "");
  EXPECT_NE(contents(folder.path("page.html")).find("<title>renyi report</title>"),
            std::string::npos);
}

TEST(ReportOfAStore, NamesTheFlagOfARefusal) {
  const TemporaryFolder folder;
  testing::fill_example_store(folder.path("results.db"));
  const auto refused = [&](const std::string& flag) {
    const auto outcome = run_command({"report", folder.path("results.db"), flag});
    EXPECT_EQ(outcome.code, 64);
    return outcome.err;
  };
  EXPECT_TRUE(refused("--metric=x").starts_with("renyi: --metric: expected one of"));
  EXPECT_TRUE(refused("--against=x").starts_with("renyi: --against: expected an option"));
  EXPECT_TRUE(refused("--where=x=1").starts_with("renyi: --where: expected a field"));
  EXPECT_TRUE(refused("--where=alpha=7").starts_with("renyi: --where: expected some of the "));
  EXPECT_NE(refused("--where=status=failed").find("found none like status=failed"),
            std::string::npos);
  EXPECT_TRUE(
      refused("--better=best").starts_with("renyi: --better: expected higher, lower or neither"));
}

TEST_F(ReportCommand, HasNoFlagsOfStoresForAResult) {
  for (const char* flag : {"--metric=rmse", "--where=a=1", "--against=draws", "--better=lower"}) {
    const auto outcome = run_command({"report", stored, flag});
    EXPECT_EQ(outcome.code, 64);
    EXPECT_NE(outcome.err.find("expected a store of results"), std::string::npos) << outcome.err;
  }
}

TEST(ReportOfAStore, OfRunsThatAllFailedSaysWhy) {
  const TemporaryFolder folder;
  {
    const ResultStore store(folder.path("failed.db"));
    testing::add_job(store, "bnn/boston/alpha=0", "{}", 1, {});
  }
  const auto outcome = run_command({"report", folder.path("failed.db")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("the bound is not a number"), std::string::npos) << outcome.out;
  EXPECT_EQ(run_command({"report", folder.path("failed.db"), "--metric=rmse"}).code, 64);
}

TEST_F(ReportCommand, RefusesWhatIsNoResult) {
  for (const char* text : {"a,b\n1,2\n", ""}) {
    const auto outcome = run_command({"report", folder.file("x.db", text)});
    EXPECT_EQ(outcome.code, 65);
    EXPECT_NE(outcome.err.find("or a store of results"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(run_command({"report", folder.path("none.json")}).code, 66);
  EXPECT_EQ(run_command({"report", folder.file("x.json", "{}")}).code, 65);
  EXPECT_EQ(run_command({"report"}).code, 64);
  EXPECT_EQ(run_command({"report", stored, "-o", folder.path("no/such/page.html")}).code, 74);
}

}  // namespace
}  // namespace renyi::report_test
