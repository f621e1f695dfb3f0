#include "renyi/core/atomic_file.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "renyi/core/error.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::atomic_file_test {
namespace {

using testing::contents;
using testing::in_child;
using testing::TemporaryFolder;

ExitCode code_of_writing(const std::string& path) {
  try {
    write_file_atomically(path, "new");
  } catch (const DataError& error) {
    EXPECT_EQ(error.place().file, path);
    return error.exit_code();
  }
  return ExitCode::success;
}

unsigned mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 0777U;
}

TEST(AtomicFile, WritesWhatItIsGivenWhateverTheSize) {
  const TemporaryFolder folder;
  for (const std::size_t size : {0U, 1U, 65535U, 65536U, 65537U, 300000U}) {
    std::string bytes(size, 'x');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 7 % 251);
    write_file_atomically(folder.path("out"), bytes);
    EXPECT_EQ(contents(folder.path("out")), bytes);
    EXPECT_EQ(folder.files(), 1U);
  }
}

TEST(AtomicFile, KeepsTheOldFileUntilCommitted) {
  const TemporaryFolder folder;
  const auto path = folder.file("out", "old");
  AtomicFile file(path);
  file.write(std::string(200000, 'n'));
  EXPECT_EQ(contents(path), "old");
  file.commit();
  EXPECT_EQ(contents(path), std::string(200000, 'n'));
}

TEST(AtomicFile, LeavesNothingBehindWhenAbandoned) {
  const TemporaryFolder folder;
  const auto path = folder.file("out", "old");
  { AtomicFile(path).write(std::string(200000, 'n')); }
  EXPECT_EQ(contents(path), "old");
  EXPECT_EQ(folder.files(), 1U);
}

TEST(AtomicFile, FollowsLinksToWhereNothingIsYet) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink(folder.path("second"), folder.path("first"));
  std::filesystem::create_symlink("new", folder.path("second"));
  write_file_atomically(folder.path("first"), "new");
  EXPECT_EQ(contents(folder.path("new")), "new");
  for (const char* link : {"first", "second"})
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path(link))) << link;
}

TEST(AtomicFile, RefusesLinksThatLeadInACircle) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("two", folder.path("one"));
  std::filesystem::create_symlink("one", folder.path("two"));
  EXPECT_THROW(write_file_atomically(folder.path("one"), "new"), DataError);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("one")));
}

TEST(AtomicFile, FollowsALinkAndKeepsTheModeOfTheOldFile) {
  const TemporaryFolder folder;
  const auto path = folder.file("out", "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  std::filesystem::create_symlink("out", folder.path("link"));
  write_file_atomically(folder.path("link"), "new");
  EXPECT_EQ(contents(path), "new");
  EXPECT_EQ(mode_of(path), 0640U);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
}

TEST(AtomicFile, GivesANewFileTheModeThatTheUmaskAsksFor) {
  const TemporaryFolder folder;
  const mode_t old = ::umask(027);
  write_file_atomically(folder.path("out"), "new");
  ::umask(old);
  EXPECT_EQ(mode_of(folder.path("out")), 0640U);
}

TEST(AtomicFile, RefusesAFolderThatIsMissingAndAFolderInItsPlace) {
  const TemporaryFolder folder;
  EXPECT_EQ(code_of_writing(folder.path("missing/out")), ExitCode::input_output);
  EXPECT_EQ(code_of_writing(folder.path()), ExitCode::input_output);
}

TEST(AtomicFile, WritesADeviceDirectlyAndReportsAFullOne) {
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(code_of_writing("/dev/full"), ExitCode::input_output);
  EXPECT_EQ(code_of_writing("/dev/null"), ExitCode::success);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

// A limit on the size of files stands for the full disk: write(2) fails half-way in both cases.
TEST(AtomicFile, LeavesTheOldFileWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  const auto path = folder.file("out", "old");
  const int status = in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = 100000, .rlim_max = 100000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file_atomically(path, std::string(200000, 'n'));
    } catch (const DataError& error) {
      return static_cast<int>(error.exit_code());
    }
    return 0;
  });
  EXPECT_EQ(status, static_cast<int>(ExitCode::input_output));
  EXPECT_EQ(contents(path), "old");
  EXPECT_EQ(folder.files(), 1U);
}

// The child's file is abandoned as by kill -9; ours is being written.
TEST(StaleTemporaries, AreRemovedButNotThoseThatAreBeingWrittenNorOtherFiles) {
  const TemporaryFolder folder;
  const auto path = folder.file("out", "old");
  std::filesystem::create_symlink("out", folder.path("link"));
  for (const std::string& name : {path, folder.path("link")}) {
    in_child([&] {
      AtomicFile file(name);
      file.write(std::string(100000, 'n'));
      return ::raise(SIGKILL);
    });
    AtomicFile own(path);
    own.write("new");
    EXPECT_EQ(folder.files(), 4U) << "out, link and two temporaries";
    remove_stale_temporaries(name);
    EXPECT_EQ(folder.files(), 3U);
    own.commit();
    EXPECT_EQ(contents(path), "new");
    EXPECT_EQ(folder.files(), 2U);
  }
  for (const char* other : {"out.tmp-0123456", "out.tmp-012345678", "out.tmp-0123456G",
                            "out2.tmp-01234567", "out.checkpoint.tmp-01234567", "out.tmp-"})
    folder.file(other, "");
  std::filesystem::create_directory(folder.path("out.tmp-01234567"));
  remove_stale_temporaries(path);
  EXPECT_EQ(folder.files(), 9U);
  remove_stale_temporaries(folder.path("none/out"));
}

}  // namespace
}  // namespace renyi::atomic_file_test
