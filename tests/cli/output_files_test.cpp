#include "cli/output_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "renyi/core/error.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::output_files_test {
namespace {

using testing::contents;
using testing::run_command;
using testing::TemporaryFolder;

std::string refusal(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written) {
  try {
    check_output_files(read, written);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(OutputFiles, AreNoneThatAreRead) {
  const TemporaryFolder folder;
  const std::string file = folder.file("data", "1,2\n"), other = folder.path("new");
  const std::string roundabout = folder.path("./data"), link = folder.path("link");
  std::filesystem::create_symlink(file, link);
  EXPECT_EQ(refusal({{"images", file}}, {{"model", file}}),
            "--model: expected another file than that of 'images', found " + file);
  EXPECT_NE(refusal({{"images", file}}, {{"model", roundabout}}), "");
  EXPECT_NE(refusal({{"images", link}}, {{"model", file}}), "");
  EXPECT_EQ(refusal({{"images", file}, {"none", ""}}, {{"model", other}, {"npy", ""}}), "");
}

TEST(OutputFiles, AreWrittenOnceEach) {
  const TemporaryFolder folder;
  const std::string one = folder.path("one");
  EXPECT_EQ(refusal({}, {{"png", one}, {"npy", one}}),
            "--npy: expected another file than that of 'png', found " + one);
  EXPECT_EQ(refusal({}, {{"png", one}, {"npy", folder.path("other")}}), "");
  EXPECT_EQ(refusal({{"data", "/dev/null"}}, {{"png", "/dev/null"}, {"npy", "/dev/null"}}), "");
}

TEST(OutputFiles, AreNotStandardInput) {
  EXPECT_EQ(refusal({{"data", "-"}}, {{"csv", "-"}}),
            "--csv: expected a file, found -, which is standard input; /dev/stdout is standard "
            "output");
}

TEST(OutputFiles, CanBeWritten) {
  const TemporaryFolder folder;
  const std::string old = folder.file("old", "as it was");
  EXPECT_NE(refusal({}, {{"model", folder.path("no/such/place")}}), "");
  EXPECT_NE(refusal({}, {{"model", folder.path(".")}}), "") << "a folder";
  EXPECT_EQ(refusal({}, {{"model", old}}), "");
  EXPECT_EQ(contents(old), "as it was");
  EXPECT_EQ(folder.files(), 1U) << "nothing is left behind";
}

// Before anything is read or trained.
TEST(OutputFiles, OfCommandsAreLookedAtFirst) {
  const TemporaryFolder folder;
  const std::string table = folder.file("t.csv", "x,y\n1,2\n2,3\n3,5\n");
  const auto same = run_command({"fit", "linear", table, "--target=y", "--model", table});
  EXPECT_EQ(same.code, 64);
  EXPECT_EQ(contents(table), "x,y\n1,2\n2,3\n3,5\n");
  const auto folder_in_file = run_command(
      {"fit", "linear", table, "--target=no such column", "--output", table + "/results"});
  EXPECT_EQ(folder_in_file.code, 74) << folder_in_file.err;
}

}  // namespace
}  // namespace renyi::cli::output_files_test
