#include "renyi/report/png.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/report/example_report.hpp"

namespace renyi::png_test {
namespace {

RC_GTEST_PROP(Png, GivesBackEveryPixelFromTheSameBytes, ()) {
  const ImageGrid grid = testing::any_images("g");
  for (const auto& pixels : grid.images) {
    const std::string bytes = encode_png({grid.width, grid.height}, pixels);
    RC_ASSERT(bytes.starts_with("\x89PNG"));
    RC_ASSERT(decode_png({grid.width, grid.height}, bytes) == pixels);
    RC_ASSERT(encode_png({grid.width, grid.height}, pixels) == bytes);
  }
}

TEST(Png, RefusesPixelsThatAreNotAsManyAsTheSizeSays) {
  EXPECT_THROW(encode_png({2, 2}, {1, 2, 3}), UsageError);
  EXPECT_THROW(encode_png({0, 0}, {}), UsageError);
  EXPECT_THROW(encode_png({max_image_side + 1, 1}, {}), UsageError);
}

TEST(Png, ReadsNothingFromAnotherSizeOrDamagedBytes) {
  const std::string bytes = encode_png({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(decode_png({3, 2}, bytes).empty());
  EXPECT_TRUE(decode_png({-2, -3}, bytes).empty());
  EXPECT_TRUE(decode_png({max_image_side, max_image_side}, bytes).empty());
  for (std::size_t length = 0; length + 12 < bytes.size(); ++length)  // the end chunk says nothing
    EXPECT_TRUE(decode_png({2, 3}, bytes.substr(0, length)).empty()) << length;
}

}  // namespace
}  // namespace renyi::png_test
