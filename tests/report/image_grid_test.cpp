#include "renyi/report/image_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

#include "renyi/core/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::image_grid_test {
namespace {

using testing::TemporaryFolder;
using Pixels = std::vector<std::uint8_t>;

TEST(ImageGrid, LaysImagesBesideEachOtherWithLinesAround) {
  const MatrixF images{{0, 1}, {0.2F, 0.4F}, {1, 0}};  // of 1 x 2
  const auto grid = image_grid(images, 1, 2, 2);
  EXPECT_EQ(grid.size, (ImageSize{.width = 7, .height = 5}));
  constexpr std::uint8_t o = 128;
  EXPECT_EQ(grid.pixels, (Pixels{o, o,   o,   o, o,  o,   o,  //
                                 o, 0,   255, o, 51, 102, o,  //
                                 o, o,   o,   o, o,  o,   o,  //
                                 o, 255, 0,   o, o,  o,   o,  //
                                 o, o,   o,   o, o,  o,   o}));
}

RC_GTEST_PROP(ImageGrid, HasEveryPixelAtItsPlace, ()) {
  const auto count = *rc::gen::inRange<Index>(1, 8);
  const auto height = *rc::gen::inRange<Index>(1, 5);
  const auto width = *rc::gen::inRange<Index>(1, 5);
  const auto columns = *rc::gen::inRange<Index>(1, 10);
  MatrixF images(count, height * width);
  for (float& value : images.reshaped())
    value = static_cast<float>(*rc::gen::inRange(0, 256)) / 255.0F;
  const auto grid = image_grid(images, height, width, columns);
  const auto used = std::min(columns, count);
  RC_ASSERT(grid.size.width == used * (width + 1) + 1);
  RC_ASSERT(grid.size.height == (count + used - 1) / used * (height + 1) + 1);
  const auto figure = image_figure("n", "t", images, height, width, columns);
  RC_ASSERT(figure.images.size() == static_cast<std::size_t>(count));
  for (Index n = 0; n < count; ++n)
    for (Index r = 0; r < height; ++r)
      for (Index c = 0; c < width; ++c) {
        const auto y = n / used * (height + 1) + 1 + r;
        const auto x = n % used * (width + 1) + 1 + c;
        const auto drawn = grid.pixels[static_cast<std::size_t>(y * grid.size.width + x)];
        RC_ASSERT(static_cast<float>(drawn) / 255.0F == images(n, r * width + c));
        const auto& image = figure.images[static_cast<std::size_t>(n)];
        RC_ASSERT(image[static_cast<std::size_t>(r * width + c)] == drawn);
      }
}

TEST(ImageGrid, TakesWhatIsBeyondBlackAndWhiteForThem) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  const auto figure = image_figure("n", "t", MatrixF{{-0.5F, 1.5F, -inf, inf}}, 2, 2, 3);
  EXPECT_EQ(figure.images.front(), (Pixels{0, 255, 0, 255}));
  EXPECT_EQ(figure.name, "n");
  EXPECT_EQ(figure.title, "t");
  EXPECT_EQ(figure.width, 2);
  EXPECT_EQ(figure.height, 2);
  EXPECT_EQ(figure.columns, 3);
}

TEST(ImageGrid, RefusesWhatCannotBeDrawn) {
  const auto message_of = [](const MatrixF& pixels, Index height, Index width, Index columns) {
    try {
      image_grid(pixels, height, width, columns);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const MatrixF two = MatrixF::Zero(2, 6);
  EXPECT_EQ(message_of(two, 2, 2, 1), "images: expected rows of 2 x 2 pixels, found 2 of 6");
  EXPECT_EQ(message_of(two, -2, -3, 1), "images: expected rows of -2 x -3 pixels, found 2 of 6");
  EXPECT_EQ(message_of(MatrixF(0, 6), 2, 3, 1),
            "images: expected rows of 2 x 3 pixels, found 0 of 6");
  EXPECT_EQ(message_of(two, 2, 3, 0), "columns: expected at least 1, found 0");
  EXPECT_EQ(message_of(MatrixF::Zero(9000, 1), 1, 1, 1),
            "images: expected at most 16384 pixels a side, found 9000 x 1 images of 1 x 1");
  EXPECT_EQ(message_of(MatrixF::Zero(1, max_image_side), 1, max_image_side, 1),
            "images: expected at most 16384 pixels a side, found 1 x 1 images of 1 x 16384");
  MatrixF none = two;
  none(1, 4) = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(message_of(none, 2, 3, 1), "image 2, pixel 5: NaN");
  EXPECT_THROW(image_figure("n", "t", none, 2, 3, 1), NumericalError);
  EXPECT_THROW(image_figure("n", "t", two, 2, 2, 1), UsageError);
}

TEST(ImageGrid, IsWrittenAsAFileThatReadsBack) {
  const TemporaryFolder folder;
  const auto grid = image_grid(MatrixF{{0, 0.2F}, {0.4F, 1}}, 2, 1, 2);
  write_png(folder.path("a.png"), grid);
  const auto read = decode_png(testing::contents(folder.path("a.png")));
  EXPECT_EQ(read.size, grid.size);
  EXPECT_TRUE(std::ranges::equal(read.pixels, grid.pixels));
  EXPECT_EQ(folder.files(), 1U);
  EXPECT_THROW(write_png(folder.path("missing/a.png"), grid), DataError);
}

}  // namespace
}  // namespace renyi::image_grid_test
