#include "renyi/data/cached_copy.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cached_copy_test {
namespace {

using testing::contents;
using testing::TemporaryFolder;

class CachedCopy : public ::testing::Test {
 protected:
  std::string copy(const std::string& which = "") {
    return cached_copy(path_, folder_.path("cache"), {.ending = "twice", .which = which},
                       [&](const std::string& to) {
                         ++made_;
                         write_file_atomically(to, contents(path_) + contents(path_));
                       });
  }
  TemporaryFolder folder_;
  std::string path_ = folder_.file("data", "ab");
  std::atomic<int> made_ = 0;
};

TEST_F(CachedCopy, IsMadeOnceUntilTheFileChanges) {
  EXPECT_EQ(contents(copy()), "abab");
  EXPECT_EQ(copy(), copy());
  EXPECT_EQ(made_, 1);
  folder_.file("data", "abc");
  EXPECT_EQ(contents(copy()), "abcabc");
  EXPECT_EQ(made_, 2);
  const std::string name = std::filesystem::path(copy()).filename().string();
  EXPECT_EQ(name.size(), std::string("data-0123456789abcdef.twice").size()) << name;
}

// As cp -p and rsync write files, with the date of others.
TEST_F(CachedCopy, IsMadeAgainWhateverTheDateSays) {
  const auto date = std::filesystem::last_write_time(path_);
  EXPECT_EQ(contents(copy()), "abab");
  std::filesystem::rename(folder_.file("other", "ef"), path_);
  std::filesystem::last_write_time(path_, date);
  EXPECT_EQ(contents(copy()), "efef");
}

TEST_F(CachedCopy, IsMadeAgainWhereSomebodyHasWrittenToIt) {
  const std::string path = copy();
  for (const int size : {0, 3}) {
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(size));
    EXPECT_EQ(contents(copy()), "abab") << size;
  }
  std::ofstream(path) << "aXab";
  const auto date = std::filesystem::last_write_time(path);
  std::filesystem::last_write_time(path, date + std::chrono::seconds(1));  // clocks are coarse
  EXPECT_EQ(contents(copy()), "abab");
  std::filesystem::remove(path + ".note");
  EXPECT_EQ(contents(copy()), "abab") << "killed before it was noted";
  EXPECT_EQ(made_, 5);
}

TEST_F(CachedCopy, RemovesWhatKilledProcessesLeft) {
  const std::string path = copy();
  std::filesystem::remove(path);
  const std::string left = path + ".tmp-00abc123";
  write_file_atomically(left, "ab");
  copy();
  EXPECT_FALSE(std::filesystem::exists(left));
}

TEST_F(CachedCopy, IsAnotherForAnotherUse) {
  EXPECT_NE(copy("a"), copy("b"));
  EXPECT_NE(copy("a"), copy());
  EXPECT_EQ(made_, 3);
}

// As processes do that mpirun starts: the file of the lock is another one each time it is opened.
TEST_F(CachedCopy, IsMadeByOneOfThoseWhoAskTogether) {
  const auto make = [&](const std::string& to) {
    ++made_;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // for the others to come
    write_file_atomically(to, contents(path_));
  };
  std::vector<std::thread> askers;
  for (int i = 0; i < 8; ++i)
    askers.emplace_back([&] {
      EXPECT_EQ(contents(cached_copy(path_, folder_.path("cache"), {.ending = "y"}, make)), "ab");
    });
  for (std::thread& asker : askers) asker.join();
  EXPECT_EQ(made_, 1);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path("cache")), {}), 2)
      << "the copy, and its note";
}

TEST_F(CachedCopy, IsNotThereWhenItCouldNotBeMade) {
  const auto fail = [](const std::string&) { throw DataError({}, "a", "b"); };
  EXPECT_THROW(cached_copy(path_, folder_.path("cache"), {.ending = "x"}, fail), DataError);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path("cache")));
}

TEST_F(CachedCopy, IsOfAFileThatCanBeReadAtAnyPlace) {
  for (const std::string& path : {folder_.path("none"), folder_.path(), std::string("/dev/null")})
    EXPECT_THROW(require_regular_file(path), DataError);
  require_regular_file(path_);
}

TEST_F(CachedCopy, IsKeptWhereTheUserKeepsSuchThings) {
  ::setenv("XDG_CACHE_HOME", "/somewhere", 1);
  EXPECT_EQ(default_cache(), "/somewhere/renyi");
  ::unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace renyi::cached_copy_test
