#include "renyi/data/unpacked_copy.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "renyi/core/error.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::unpacked_copy_test {
namespace {

using testing::contents;
using testing::TemporaryFolder;

TEST(UnpackedCopy, OfAPlainFileIsTheFile) {
  const TemporaryFolder folder;
  const std::string path = folder.file("plain", "some bytes");
  EXPECT_EQ(unpacked_copy(path, folder.path("cache")), path);
  EXPECT_FALSE(std::filesystem::exists(folder.path("cache")));
}

TEST(UnpackedCopy, IsMadeOnceUntilTheFileChanges) {
  const TemporaryFolder folder;
  const std::string large(300'000, 'a');
  const std::string path = folder.file("packed.gz", testing::gzip(large));
  const std::string copy = unpacked_copy(path, folder.path("cache"));
  EXPECT_EQ(contents(copy), large);
  const auto made = std::filesystem::last_write_time(copy);
  EXPECT_EQ(unpacked_copy(path, folder.path("cache")), copy);
  EXPECT_EQ(std::filesystem::last_write_time(copy), made);
  folder.file("packed.gz", testing::gzip(large + "b"));
  EXPECT_EQ(contents(unpacked_copy(path, folder.path("cache"))), large + "b");
}

TEST(UnpackedCopy, LeavesNothingOfADamagedFile) {
  const TemporaryFolder folder;
  std::string packed = testing::gzip(std::string(300'000, 'a'));
  packed.resize(packed.size() / 2);
  const std::string path = folder.file("packed.gz", packed);
  EXPECT_THROW(unpacked_copy(path, folder.path("cache")), DataError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path("cache")));
}

TEST(UnpackedCopy, RefusesWhatCannotBeReadAtAnyPlace) {
  const TemporaryFolder folder;
  EXPECT_THROW(unpacked_copy(folder.path("none"), folder.path("cache")), DataError);
  EXPECT_THROW(unpacked_copy(folder.path(), folder.path("cache")), DataError);
  EXPECT_THROW(unpacked_copy("/dev/null", folder.path("cache")), DataError);
}

}  // namespace
}  // namespace renyi::unpacked_copy_test
