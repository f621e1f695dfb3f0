#include "renyi/data/pixel_array.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace renyi::pixel_array_test {
namespace {

TEST(PixelArray, DividesBytesByTheirLargestPossibleValue) {
  PixelArray array{.values = MatrixF::Zero(1, 256), .is_bytes = true};
  for (Index i = 0; i < 256; ++i) array.values(0, i) = static_cast<float>(i);
  scale_bytes(array);
  for (Index i = 0; i < 256; ++i)
    EXPECT_EQ(array.values(0, i), static_cast<float>(i) / 255.0F) << i;
}

TEST(PixelArray, KeepsBytesThatAreZerosAndOnesAndNumbersThatAreNoBytes) {
  const auto scaled = [](MatrixF values, bool is_bytes) {
    PixelArray array{.values = std::move(values), .is_bytes = is_bytes};
    scale_bytes(array);
    scale_bytes(array);  // a second time has no effect
    return array.values;
  };
  EXPECT_EQ(scaled(MatrixF{{0, 1}, {1, 1}}, true), (MatrixF{{0, 1}, {1, 1}}));
  EXPECT_EQ(scaled(MatrixF{{0, 0}}, true), (MatrixF{{0, 0}}));
  EXPECT_EQ(scaled(MatrixF{{0, 51}}, true), (MatrixF{{0, 0.2F}}));
  EXPECT_EQ(scaled(MatrixF{{0, 51}}, false), (MatrixF{{0, 51}}));
}

TEST(PixelArray, TurnsColumnsToRows) {
  MatrixF images{{1, 4, 2, 5, 3, 6}, {7, 10, 8, 11, 9, 12}};  // 2 x 3, column after column
  turn_to_rows(images, 2, 3);
  EXPECT_EQ(images, (MatrixF{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}}));
}

RC_GTEST_PROP(PixelArray, TurnedTwiceIsAsItWas, ()) {
  const auto height = *rc::gen::inRange<Index>(1, 6);
  const auto width = *rc::gen::inRange<Index>(1, 6);
  MatrixF images(3, height * width);
  for (float& value : images.reshaped()) value = static_cast<float>(*rc::gen::inRange(0, 256));
  const MatrixF before = images;
  turn_to_rows(images, height, width);
  turn_to_rows(images, width, height);
  RC_ASSERT(images == before);
}

}  // namespace
}  // namespace renyi::pixel_array_test
