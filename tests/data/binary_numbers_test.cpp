#include "renyi/data/binary_numbers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "renyi/core/error.hpp"

namespace renyi::binary_numbers_test {
namespace {

// The lowest `bytes` of `bits`, in the order asked for.
std::string item(std::uint64_t bits, std::size_t bytes, bool big_endian) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto byte = big_endian ? bytes - 1 - i : i;
    text += static_cast<char>(bits >> (8 * byte) & 0xFFU);
  }
  return text;
}

template <class Scalar>
RowMatrix<Scalar> read(const std::string& bytes, NumberType type, Index rows, Index columns) {
  auto source = ByteSource::of_memory(bytes, "a.bin");
  return read_numbers<Scalar>(source, type, rows, columns, "BIN");
}

RC_GTEST_PROP(BinaryNumbers, ReadsEveryDoubleInEitherByteOrder, ()) {
  const auto all = *rc::gen::nonEmpty(rc::gen::arbitrary<std::vector<std::uint64_t>>());
  const bool big_endian = *rc::gen::arbitrary<bool>();
  std::string bytes;
  for (const auto bits : all) bytes += item(bits, 8, big_endian);
  const auto count = static_cast<Index>(all.size());
  const auto read_back = read<double>(bytes, {'f', 8, big_endian}, count, 1);
  for (Index i = 0; i < count; ++i)
    RC_ASSERT(std::bit_cast<std::uint64_t>(read_back(i, 0)) == all[static_cast<std::size_t>(i)]);
}

template <class Number>
void expect_integer(char kind) {
  const auto value = *rc::gen::arbitrary<Number>();
  for (const bool big_endian : {false, true}) {
    const NumberType type{kind, sizeof(Number), big_endian};
    const auto bytes = item(static_cast<std::uint64_t>(value), sizeof(Number), big_endian);
    RC_ASSERT(read<double>(bytes, type, 1, 1)(0, 0) == static_cast<double>(value));
    RC_ASSERT(read<float>(bytes, type, 1, 1)(0, 0) == static_cast<float>(value));
  }
}

RC_GTEST_PROP(BinaryNumbers, ReadsIntegersAsTheNearestNumber, ()) {
  expect_integer<std::int8_t>('i');
  expect_integer<std::int16_t>('i');
  expect_integer<std::int32_t>('i');
  expect_integer<std::int64_t>('i');
  expect_integer<std::uint8_t>('u');
  expect_integer<std::uint16_t>('u');
  expect_integer<std::uint32_t>('u');
  expect_integer<std::uint64_t>('u');
}

TEST(BinaryNumbers, TakesEveryByteButZeroForTrue) {
  EXPECT_EQ(read<float>(std::string("\0\1\xff", 3), {'b', 1}, 1, 3), (MatrixF{{0, 1, 1}}));
}

// Longer than the first piece of memory and than the buffer of the source.
TEST(BinaryNumbers, KeepsTheOrderHoweverLongTheyAre) {
  constexpr Index rows = 70001;
  constexpr Index columns = 3;
  std::string bytes;
  for (Index i = 0; i < rows * columns; ++i) bytes += item(static_cast<std::uint64_t>(i), 4, true);
  const auto numbers = read<float>(bytes, {'u', 4, true}, rows, columns);
  ASSERT_EQ(numbers.rows(), rows);
  ASSERT_EQ(numbers.cols(), columns);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < columns; ++c)
      ASSERT_EQ(numbers(r, c), static_cast<float>(columns * r + c));
}

TEST(BinaryNumbers, RefusesMissingAndSurplusBytes) {
  const auto message_of = [](const std::string& bytes) -> std::string {
    try {
      read<float>(bytes, {'i', 2}, 2, 2);
    } catch (const DataError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message_of("1122334"),
            "a.bin: expected 4 BIN elements of 2 bytes, found 3 and the end of the file");
  EXPECT_EQ(message_of("112233445"),
            "a.bin: expected the end of the file after 4 BIN elements, found more bytes");
  EXPECT_EQ(message_of("11223344"), "no error");
}

TEST(BinaryNumbers, CountsElementsAndKnowsWhatMemoryCanAddress) {
  using Shape = std::vector<std::int64_t>;
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_EQ(element_count(Shape{2, 3, 4}), 24);
  EXPECT_EQ(element_count(Shape{huge, huge, 0}), 0);
  EXPECT_EQ(element_count(Shape{huge, 1 << 19}), std::int64_t{1} << 59);
  EXPECT_FALSE(element_count(Shape{huge, 1 << 20}));
  EXPECT_FALSE(element_count(Shape{huge, huge, huge}));
}

}  // namespace
}  // namespace renyi::binary_numbers_test
