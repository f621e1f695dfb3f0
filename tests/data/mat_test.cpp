#include "renyi/data/mat.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "renyi/core/error.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/mat.hpp"

namespace renyi::mat_test {
namespace {

using testing::MatWriter;

PixelArray decode(const std::string& bytes, const std::string& variable = "") {
  auto source = ByteSource::of_memory(bytes, "a.mat");
  return read_mat(source, variable);
}

std::string message_of(const std::string& bytes, const std::string& variable = "") {
  try {
    decode(bytes, variable);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Mat, ReadsArraysOfEveryClassHoweverTheyAreStored) {
  const MatrixF expected{{1, 3, 5}, {2, 4, 6}};  // column after column in the file
  for (const bool big : {false, true}) {
    const MatWriter write(big);
    for (std::uint32_t number_class = 6; number_class <= 15; ++number_class) {
      const auto array = write.array("x", number_class, {2, 3}, 2, "\1\2\3\4\5\6");
      for (const auto& bytes : {write.header() + array, write.header() + write.packed(array),
                                testing::gzip(write.header() + array)}) {
        const auto read = decode(bytes);
        EXPECT_EQ(read.values, expected) << number_class;
        EXPECT_EQ(read.is_bytes, number_class == 9) << number_class;
        EXPECT_EQ(read.height, 0);
      }
    }
  }
}

TEST(Mat, ReadsRealNumbersOfEitherByteOrder) {
  for (const bool big : {false, true}) {
    const MatWriter write(big);
    std::string singles;
    for (const float value : {0.5F, -2.25F})
      singles += write.integer(std::bit_cast<std::uint32_t>(value));
    const auto bytes = write.header() + write.array("x", 6, {1, 2}, 7, singles);
    EXPECT_EQ(decode(bytes).values, (MatrixF{{0.5F, -2.25F}}));
  }
}

TEST(Mat, TakesTheArrayThatIsNamedOrTheOnlyOneWithColumns) {
  const MatWriter write;
  const auto one = write.header() + write.array("labels", 9, {2, 1}, 2, "\1\2") +
                   write.array("images", 9, {1, 2}, 2, "\3\4");
  EXPECT_EQ(decode(one).values, (MatrixF{{3, 4}}));
  EXPECT_EQ(decode(one, "labels").values, (MatrixF{{1}, {2}}));
  const auto two = one + write.array("more", 9, {1, 2}, 2, "\5\6");
  EXPECT_EQ(decode(two, "more").values, (MatrixF{{5, 6}}));
  EXPECT_EQ(message_of(two),
            "a.mat: expected one array of images, or the variable that names it, found 'images' of "
            "1 x 2, 'more' of 1 x 2");
  EXPECT_EQ(message_of(two, "none"),
            "a.mat: expected an array 'none' of numbers in two dimensions, found 'images' of 1 x "
            "2, 'more' of 1 x 2");
  EXPECT_EQ(message_of(write.header()),
            "a.mat: expected one array of images, or the variable that names it, found none");
}

// Whatever is damaged, nothing but an array or a DataError comes of it.
TEST(Mat, SurvivesDamage) {
  std::mt19937 random(20160206);
  const MatWriter write;
  std::string numbers;
  for (int i = 0; i < 48; ++i) numbers += static_cast<char>(random());
  const auto array = write.array("x", 6, {2, 3}, 9, numbers);
  const auto whole = write.header() + array + write.packed(array);
  constexpr std::size_t header = 128;
  int read = 0;
  for (int i = 0; i < 2000; ++i) {
    auto bytes = whole;
    for (int k = 0; k < 2; ++k)
      bytes[header + random() % (bytes.size() - header)] = static_cast<char>(random());
    read += message_of(bytes, "x") == "no error" ? 1 : 0;
  }
  EXPECT_GT(read, 0);
  EXPECT_LT(read, 2000);
}

}  // namespace
}  // namespace renyi::mat_test
