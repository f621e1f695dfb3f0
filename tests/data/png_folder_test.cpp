#include "renyi/data/png_folder.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/png.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::png_folder_test {
namespace {

using testing::png;
using testing::TemporaryFolder;

std::string message_of(const std::string& folder) {
  try {
    read_png_folder(folder);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST(PngFolder, ReadsTheImagesInTheOrderOfTheirNames) {
  const TemporaryFolder folder;
  folder.file("b.png", png(2, 8, 0, {"\3\4"}));
  folder.file("a.PNG", png(2, 8, 0, {"\1\2"}));
  folder.file("c.png", png(2, 8, 0, {"\5\xff"}));
  folder.file("labels.csv", "1,2,3\n");
  const auto array = read_png_folder(folder.path());
  EXPECT_EQ(array.values, (MatrixF{{1, 2}, {3, 4}, {5, 255}}));
  EXPECT_EQ(array.height, 1);
  EXPECT_EQ(array.width, 2);
  EXPECT_TRUE(array.is_bytes);
}

TEST(PngFolder, DividesByWhiteWhereAnImageHas16Bits) {
  const TemporaryFolder folder;
  folder.file("a.png", png(1, 8, 0, {"\x33"}));
  folder.file("b.png", png(1, 16, 0, {"\x33\x33"}));
  const auto array = read_png_folder(folder.path());
  EXPECT_EQ(array.values, (MatrixF{{0.2F}, {0.2F}}));
  EXPECT_FALSE(array.is_bytes);
}

TEST(PngFolder, NamesBothFilesOfUnequalSizes) {
  const TemporaryFolder folder;
  folder.file("a.png", png(2, 8, 0, {"12", "34", "56"}));
  folder.file("b.png", png(3, 8, 0, {"123", "456"}));
  EXPECT_EQ(message_of(folder.path()), folder.path("b.png") +
                                           ": expected 3 x 2 pixels (height x width) as in " +
                                           folder.path("a.png") + ", found 2 x 3");
}

TEST(PngFolder, RefusesFilesThatAreNoImagesAndAFolderWithoutAny) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of(folder.path()),
            folder.path() + ": expected PNG images in the folder, found none");
  folder.file("a.png", "no image");
  EXPECT_EQ(message_of(folder.path()),
            folder.path("a.png") + ": expected a PNG image, found damaged or other bytes");
  EXPECT_NE(message_of(folder.path("none")), "no error");
}

}  // namespace
}  // namespace renyi::png_folder_test
