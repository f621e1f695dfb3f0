#include "renyi/data/byte_reader.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "renyi/core/error.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::byte_reader_test {
namespace {

using testing::in_child;
using testing::TemporaryFolder;

std::string read_all(const ByteReader& reader) {
  std::string bytes;
  std::array<char, 7> part{};
  while (const auto count = reader(part)) bytes.append(part.data(), count);
  return bytes;
}

// The exit code and the message of opening a path.
std::pair<ExitCode, std::string> problem_of(const std::string& path) {
  try {
    read_file(path);
  } catch (const DataError& error) {
    return {error.exit_code(), error.what()};
  }
  return {ExitCode::success, ""};
}

TEST(ByteReader, GivesTheBytesOfFilesAndMemory) {
  const TemporaryFolder folder;
  const std::string bytes("one\0two\r\nthree", 14);
  EXPECT_EQ(read_all(read_file(folder.file("x", bytes))), bytes);
  EXPECT_EQ(read_all(read_memory(bytes)), bytes);
  EXPECT_EQ(read_all(read_memory("")), "");
}

TEST(ByteReader, ReadsStandardInputForADash) {
  const int status = in_child([] {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0 || ::write(ends[1], "piped bytes", 11) != 11) return 1;
    ::close(ends[1]);
    ::dup2(ends[0], STDIN_FILENO);
    return read_all(read_file("-")) == "piped bytes" ? 0 : 2;
  });
  EXPECT_EQ(status, 0);
}

TEST(ByteReader, SaysWhyAPathCannotBeOpened) {
  const TemporaryFolder folder;
  const auto [missing, missing_message] = problem_of(folder.path("missing"));
  EXPECT_EQ(missing, ExitCode::no_input);
  EXPECT_EQ(missing_message, folder.path("missing") + ": No such file or directory");
  const auto [directory, directory_message] = problem_of(folder.path());
  EXPECT_EQ(directory, ExitCode::no_input);
  EXPECT_EQ(directory_message, folder.path() + ": Is a directory");
  EXPECT_EQ(problem_of("").first, ExitCode::no_input);
}

TEST(ByteReader, SaysThatPermissionIsMissing) {
  const TemporaryFolder folder;
  const auto path = folder.file("secret", "1");
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  const int status = in_child([&] {
    if (::geteuid() == 0 && ::setuid(65534) != 0) return 1;  // permissions do not bind root
    const auto [code, message] = problem_of(path);
    return message == path + ": Permission denied" ? static_cast<int>(code) : 2;
  });
  EXPECT_EQ(status, static_cast<int>(ExitCode::no_input));
}

TEST(ByteReader, ReportsAReadThatFailsUnderway) {
  const int status = in_child([] {
    const auto reader = read_file("-");
    ::close(STDIN_FILENO);
    try {
      read_all(reader);
    } catch (const DataError& error) {
      return static_cast<int>(error.exit_code());
    }
    return 0;
  });
  EXPECT_EQ(status, static_cast<int>(ExitCode::input_output));
}

TEST(ByteReader, ReportsAClosedStandardInputAsMissing) {
  const int status = in_child([] {
    ::close(STDIN_FILENO);
    const auto [code, message] = problem_of("-");
    return message == "standard input: Bad file descriptor" ? static_cast<int>(code) : 1;
  });
  EXPECT_EQ(status, static_cast<int>(ExitCode::no_input));
}

}  // namespace
}  // namespace renyi::byte_reader_test
