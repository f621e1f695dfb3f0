#include "renyi/data/idx.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "renyi/core/error.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/idx.hpp"

namespace renyi::idx_test {
namespace {

using testing::big_endian;
using testing::idx;

PixelArray decode(const std::string& bytes) {
  auto source = ByteSource::of_memory(bytes, "a.idx");
  return read_idx(source);
}

std::string message_of(const std::string& bytes) {
  try {
    decode(bytes);
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    return error.what();
  }
  return "no error";
}

TEST(Idx, ReadsImagesWithTheirSize) {
  const auto array = decode(idx(8, {2, 1, 3}, "\1\2\3\4\5\xff"));
  EXPECT_EQ(array.values, (MatrixF{{1, 2, 3}, {4, 5, 255}}));
  EXPECT_EQ(array.height, 1);
  EXPECT_EQ(array.width, 3);
  EXPECT_TRUE(array.is_bytes);
}

TEST(Idx, ReadsATableAsRowsWithoutASize) {
  const auto array = decode(testing::gzip(idx(8, {3, 2}, "\1\2\3\4\5\6")));
  EXPECT_EQ(array.values, (MatrixF{{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_EQ(array.height, 0);
  EXPECT_EQ(array.width, 0);
}

TEST(Idx, ReadsEveryTypeOfNumber) {
  const MatrixF expected{{-2, 1}};
  const auto read = [](int type, const std::string& items) {
    const auto array = decode(idx(type, {1, 2}, items));
    EXPECT_FALSE(array.is_bytes) << type;
    return array.values;
  };
  EXPECT_EQ(read(0x09, "\xfe\x01"), expected);
  EXPECT_EQ(read(0x0B, std::string("\xff\xfe\0\1", 4)), expected);
  EXPECT_EQ(read(0x0C, std::string("\xff\xff\xff\xfe\0\0\0\1", 8)), expected);
  EXPECT_EQ(read(0x0D, big_endian(std::bit_cast<std::uint32_t>(-2.0F), 4) +
                           big_endian(std::bit_cast<std::uint32_t>(1.0F), 4)),
            expected);
  EXPECT_EQ(read(0x0E, big_endian(std::bit_cast<std::uint64_t>(-2.0), 8) +
                           big_endian(std::bit_cast<std::uint64_t>(1.0), 8)),
            expected);
}

TEST(Idx, RefusesEveryTruncationAndSurplusBytes) {
  const auto bytes = idx(0x0B, {2, 1, 2}, "11223344");
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_NE(message_of(bytes.substr(0, length)), "no error") << length;
  EXPECT_EQ(message_of(bytes.substr(0, 11)),
            "a.idx: expected the sizes of 3 IDX dimensions, found 1 and the end of the file");
  EXPECT_EQ(message_of(bytes.substr(0, bytes.size() - 1)),
            "a.idx: expected 4 IDX elements of 2 bytes, found 3 and the end of the file");
  EXPECT_EQ(message_of(bytes + "x"),
            "a.idx: expected the end of the file after 4 IDX elements, found more bytes");
  const auto packed = testing::gzip(bytes);
  EXPECT_EQ(message_of(packed.substr(0, packed.size() - 9)),
            "a.idx: expected the rest of the gzip data, found the end of the file");
}

TEST(Idx, DoesNotTrustTheSizesThatItClaims) {
  constexpr std::uint32_t most = 0xFFFFFFFFU;
  EXPECT_EQ(message_of(idx(8, {most, 28, 28}, "12345678")),
            "a.idx: expected 3367254359280 IDX elements of 1 bytes, found 8 and the end of the "
            "file");
  EXPECT_EQ(message_of(idx(8, {most, most, most}, "12345678")),
            "a.idx: expected an IDX array that memory can address, found sizes 4294967295 x "
            "4294967295 x 4294967295");
  EXPECT_EQ(message_of(idx(8, {most, 0, most}, "")),
            "a.idx: expected an IDX array with elements, found sizes 4294967295 x 0 x 4294967295");
}

TEST(Idx, RefusesLabelsAndOtherRanks) {
  EXPECT_EQ(message_of(idx(8, {3}, "123")),
            "a.idx: expected images: an IDX file of two or three dimensions, found one dimension, "
            "as a file of labels has");
  EXPECT_EQ(message_of(idx(8, {1, 1, 1, 3}, "123")),
            "a.idx: expected an IDX file of two or three dimensions, found 4");
}

TEST(Idx, KnowsItsBeginning) {
  EXPECT_TRUE(begins_as_idx(idx(8, {3}, "")));
  EXPECT_TRUE(begins_as_idx(idx(0x0E, {1, 2, 3}, "")));
  EXPECT_FALSE(begins_as_idx(idx(0x0A, {3}, "")));
  EXPECT_FALSE(begins_as_idx(idx(8, {}, "1234")));
  EXPECT_FALSE(begins_as_idx(std::string("\0\0\x08", 3)));
  EXPECT_FALSE(begins_as_idx("1,2,3"));
  EXPECT_EQ(message_of("1,2,3"), "a.idx: expected an IDX file, found '1,2,'");
}

}  // namespace
}  // namespace renyi::idx_test
