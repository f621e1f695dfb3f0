#include "cli/result_files.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "renyi/report/csv_writer.hpp"
#include "renyi/report/json_writer.hpp"
#include "renyi/report/page.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::result_files_test {
namespace {

using renyi::testing::contents;
using renyi::testing::run_command;
using renyi::testing::TemporaryFolder;

const std::vector<std::string> divergence = {"divergence", "--p", R"({"poisson":{"rate":2}})",
                                             "--q", R"({"poisson":{"rate":3}})"};

std::vector<std::string> with(std::initializer_list<std::string> more) {
  auto arguments = divergence;
  arguments.insert(arguments.end(), more);
  return arguments;
}

TEST(WriteResult, WritesAFileAFormatIntoANewFolder) {
  const TemporaryFolder folder;
  const Report report{.command = "reproduce fig2b", .tables = {{.name = "t", .columns = {"a"}}}};
  const std::string place = folder.path("new/below");
  EXPECT_EQ(write_result(report, place), place + "/reproduce-fig2b.html");
  EXPECT_EQ(contents(place + "/reproduce-fig2b.json"), report_json(report));
  EXPECT_EQ(contents(place + "/reproduce-fig2b.csv"), report_csv(report));
  EXPECT_EQ(contents(place + "/reproduce-fig2b.html"), report_page(report));
}

TEST(WriteResult, LeavesTheFolderWhateverTheCommandIsCalled) {
  const TemporaryFolder folder;
  EXPECT_EQ(write_result({.command = "../a/b"}, folder.path()), folder.path("---a-b.html"));
  EXPECT_EQ(write_result({}, folder.path()), folder.path("result.html"));
}

TEST(WriteResult, NeedsAFolder) {
  const TemporaryFolder folder;
  const auto file = folder.file("file", "");
  EXPECT_THROW(write_result({}, file), DataError);
}

TEST(Output, IsWrittenBesideStdoutAndSaysWhereThePageIs) {
  const TemporaryFolder folder;
  const auto plain = run_command(divergence);
  const auto written = run_command(with({"--output", folder.path()}));
  EXPECT_EQ(written.code, 0);
  EXPECT_EQ(written.out, plain.out);
  EXPECT_EQ(written.err, "renyi: the page is " + folder.path("divergence.html") + "\n");
  EXPECT_EQ(folder.files(), 3U);
  EXPECT_EQ(run_command(with({"--quiet", "--output", folder.path()})).err, "");
}

// So that a result does not change with where it is kept, and can be repeated from there.
TEST(Output, LeavesNoTraceInTheResult) {
  const TemporaryFolder folder;
  run_command(with({"--format=json", "--output", folder.path()}));
  const std::string stored = contents(folder.path("divergence.json"));
  EXPECT_EQ(stored, run_command(with({"--format=json"})).out);
  EXPECT_EQ(run_command({"--config", folder.path("divergence.json")}).out, stored);
  const auto again =
      run_command({"--config", folder.path("divergence.json"), "--output", folder.path("again")});
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(contents(folder.path("again/divergence.json")), stored);
}

TEST(Output, MakesRoomForFilesBesideTheResult) {
  const TemporaryFolder folder;
  EXPECT_EQ(path_beside_result("", "results.db"), "results.db");
  EXPECT_EQ(path_beside_result(folder.path("new"), "results.db"), folder.path("new/results.db"));
  EXPECT_TRUE(std::filesystem::is_directory(folder.path("new")));
  EXPECT_THROW(path_beside_result(folder.file("file", ""), "results.db"), DataError);
}

TEST(Output, IsRefusedWhereThereIsNoResult) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_command({"completion", "bash", "--output", folder.path()}).code, 64);
}

}  // namespace
}  // namespace renyi::cli::result_files_test
