#include <gtest/gtest.h>

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

TEST_F(ReportCommand, RefusesWhatIsNoResult) {
  EXPECT_EQ(run_command({"report", folder.path("none.json")}).code, 66);
  EXPECT_EQ(run_command({"report", folder.file("x.json", "{}")}).code, 65);
  EXPECT_EQ(run_command({"report"}).code, 64);
  EXPECT_EQ(run_command({"report", stored, "-o", folder.path("no/such/page.html")}).code, 74);
}

}  // namespace
}  // namespace renyi::report_test
