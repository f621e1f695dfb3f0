#include "renyi/data/positioned_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "renyi/core/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::positioned_file_test {
namespace {

using testing::TemporaryFolder;

TEST(PositionedFile, ReadsAtAnyPlace) {
  const TemporaryFolder folder;
  const PositionedFile file(folder.file("a", "0123456789"), "the file");
  EXPECT_EQ(file.size(), 10U);
  std::string three(3, ' ');
  file.read(7, three);
  EXPECT_EQ(three, "789");
  file.read(0, three);
  EXPECT_EQ(three, "012");
}

TEST(PositionedFile, NoticesWhatIsNotThere) {
  const TemporaryFolder folder;
  EXPECT_THROW(PositionedFile(folder.path("none"), "the file"), DataError);
  const PositionedFile file(folder.file("a", "0123456789"), "the file");
  std::filesystem::resize_file(folder.path("a"), 5);
  std::string three(3, ' ');
  try {
    file.read(4, three);
    FAIL();
  } catch (const DataError& error) {
    EXPECT_NE(std::string(error.what()).find("the file"), std::string::npos);
    EXPECT_EQ(error.exit_code(), ExitCode::input_output);
  }
}

}  // namespace
}  // namespace renyi::positioned_file_test
