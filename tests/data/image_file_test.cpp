#include "renyi/data/image_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "renyi/data/npy.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/idx.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::image_file_test {
namespace {

using testing::TemporaryFolder;

class ImageFileTest : public ::testing::Test {
 protected:
  void expect_like_memory(const std::string& path, const ImageOptions& options = {}) const {
    const ImageSet expected = read_images(path, options);
    const ImageFile file(path, options, folder_.path("cache"));
    ASSERT_EQ(file.rows(), expected.pixels.rows());
    ASSERT_EQ(file.cols(), expected.pixels.cols());
    EXPECT_EQ(file.description().height, expected.height);
    EXPECT_EQ(file.description().width, expected.width);
    EXPECT_EQ(file.description().fingerprint, expected.fingerprint);
    std::vector<Index> all(static_cast<std::size_t>(file.rows()));
    std::iota(all.rbegin(), all.rend(), 0);  // from the last to the first
    MatrixF found(file.rows(), file.cols());
    file.copy(all, found.data());
    EXPECT_EQ(found.colwise().reverse(), expected.pixels);
    const auto greys = (expected.pixels.array() > 0.0f && expected.pixels.array() < 1.0f).any();
    EXPECT_EQ(file.has_greys(), greys);
  }
  std::string message(const std::string& path, const ImageOptions& options = {}) const {
    try {
      const ImageFile file(path, options, folder_.path("cache"));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  // Three images of 2 x 3.
  std::string grey() const {
    std::string pixels;
    for (int i = 0; i < 18; ++i) pixels += static_cast<char>(i * 15);
    return testing::idx(0x08, {3, 2, 3}, pixels);
  }

  TemporaryFolder folder_;
};

TEST_F(ImageFileTest, HasThePixelsThatMemoryHas) {
  const std::string path = folder_.file("grey", grey());
  expect_like_memory(path);
  expect_like_memory(path, {.invert = true});
  expect_like_memory(path, {.transpose = true});
  expect_like_memory(path, {.invert = true, .transpose = true});
  expect_like_memory(folder_.file("grey.gz", testing::gzip(grey())));
  expect_like_memory(folder_.file("flat", testing::idx(0x08, {3, 6}, grey().substr(16))),
                     {.height = 2, .width = 3});
  std::string binary = testing::idx(0x08, {2, 2, 2}, std::string("\0\1\1\0\1\1\1\0", 8));
  expect_like_memory(folder_.file("binary", binary));
}

TEST_F(ImageFileTest, ReadsNpyOfAnyLength) {
  MatrixF pixels(3000, 784);  // several windows
  fill_uniform({.seed = 1}, {}, pixels);
  write_npy(folder_.path("a.npy"), pixels);
  expect_like_memory(folder_.path("a.npy"));
  write_npy(folder_.path("b.npy"), Matrix(10.0 * pixels.topRows(5).cast<double>()));
  expect_like_memory(folder_.path("b.npy"));
}

TEST_F(ImageFileTest, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(message(folder_.file("short", grey().substr(0, 30))).find("found 30"),
            std::string::npos);
  EXPECT_NE(message(folder_.file("long", grey() + "x")).find("expected 34 bytes"),
            std::string::npos);
  MatrixF pixels = MatrixF::Constant(4, 5, 0.5f);
  pixels(2, 3) = std::numeric_limits<float>::quiet_NaN();
  write_npy(folder_.path("nan.npy"), pixels);
  EXPECT_NE(message(folder_.path("nan.npy")).find("NaN in image 3, pixel 4"), std::string::npos);
  pixels(2, 3) = 2.5f;
  write_npy(folder_.path("large.npy"), pixels);
  EXPECT_NE(message(folder_.path("large.npy"), {.invert = true}).find("2.5 in image 3, pixel 4"),
            std::string::npos);
  EXPECT_EQ(ImageFile(folder_.path("large.npy"), {}, "").outside_unit_interval(),
            "2.5 in image 3, pixel 4");
  EXPECT_NE(message(folder_.file("table", "1,2\n3,4\n")).find("another format"), std::string::npos);
}

TEST_F(ImageFileTest, NoticesAFileThatShrinks) {
  const std::string path = folder_.file("grey", grey());
  const ImageFile file(path, {}, "");
  std::filesystem::resize_file(path, 20);
  const Index last[] = {2};
  float pixels[6];
  EXPECT_THROW(file.copy(last, pixels), DataError);
}

}  // namespace
}  // namespace renyi::image_file_test
