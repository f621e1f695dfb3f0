#include "renyi/data/npy.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "renyi/core/error.hpp"
#include "renyi/data/npy_header.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::npy_test {
namespace {

using testing::TemporaryFolder;

Matrix decode(const std::string& bytes) {
  auto source = ByteSource::of_memory(bytes, "a.npy");
  return read_npy(source);
}

template <class M>
std::string encoded(const M& matrix) {
  std::string bytes;
  encode_npy(matrix, [&](std::string_view part) { bytes += part; });
  return bytes;
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

// An array of 0, 1, 2 ... in the order of the file.
template <class Number>
std::string counting(char kind, bool big_endian, bool fortran_order,
                     std::vector<std::int64_t> shape, std::int64_t count) {
  NpyHeader header;
  header.kind = kind;
  header.item_bytes = sizeof(Number);
  header.big_endian = big_endian;
  header.fortran_order = fortran_order;
  header.shape = std::move(shape);
  std::string bytes = format_npy_header(header);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto value = static_cast<Number>(i);
    std::string item(sizeof(Number), '\0');
    std::memcpy(item.data(), &value, sizeof(Number));
    if (big_endian) std::ranges::reverse(item);
    bytes += item;
  }
  return bytes;
}

template <class Number>
void expect_all_orders(char kind) {
  const Matrix by_rows{{0, 1, 2}, {3, 4, 5}};
  const Matrix by_columns{{0, 2, 4}, {1, 3, 5}};
  for (const bool big_endian : {false, true}) {
    EXPECT_EQ(decode(counting<Number>(kind, big_endian, false, {2, 3}, 6)), by_rows) << kind;
    EXPECT_EQ(decode(counting<Number>(kind, big_endian, true, {2, 3}, 6)), by_columns) << kind;
  }
}

TEST(Npy, ReadsEveryNumberTypeInEveryOrder) {
  expect_all_orders<float>('f');
  expect_all_orders<double>('f');
  expect_all_orders<std::int8_t>('i');
  expect_all_orders<std::int16_t>('i');
  expect_all_orders<std::int32_t>('i');
  expect_all_orders<std::int64_t>('i');
  expect_all_orders<std::uint8_t>('u');
  expect_all_orders<std::uint16_t>('u');
  expect_all_orders<std::uint32_t>('u');
  expect_all_orders<std::uint64_t>('u');
}

TEST(Npy, ReadsTheExtremesOfIntegersAndBooleans) {
  NpyHeader header{.kind = 'i', .item_bytes = 2, .shape = {2}};
  EXPECT_EQ(decode(format_npy_header(header) + std::string("\xff\xff\x00\x80", 4)),
            (Matrix{{-1}, {-32768}}));
  header.kind = 'u';
  EXPECT_EQ(decode(format_npy_header(header) + std::string("\xff\xff\x00\x80", 4)),
            (Matrix{{65535}, {32768}}));
  header = {.kind = 'b', .item_bytes = 1, .shape = {2}};
  EXPECT_EQ(decode(format_npy_header(header) + std::string("\x00\x01", 2)), (Matrix{{0}, {1}}));
}

// As numpy.save writes np.array([[1.5, -2.0]]).
TEST(Npy, ReadsTheBytesOfNumpy) {
  std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
  bytes += "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }";
  bytes.resize(127, ' ');
  bytes += '\n';
  bytes += std::string("\0\0\0\0\0\0\xf8\x3f\0\0\0\0\0\0\0\xc0", 16);
  EXPECT_EQ(decode(bytes), (Matrix{{1.5, -2.0}}));
  EXPECT_EQ(encoded(Matrix{{1.5, -2.0}}), bytes);
}

PixelArray decode_images(const std::string& bytes) {
  auto source = ByteSource::of_memory(bytes, "a.npy");
  return read_npy_images(source);
}

TEST(Npy, ReadsImagesOfThreeDimensionsInEitherOrder) {
  const auto by_rows = decode_images(counting<std::uint8_t>('u', false, false, {2, 2, 3}, 12));
  EXPECT_EQ(by_rows.values, (MatrixF{{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}}));
  EXPECT_EQ(by_rows.height, 2);
  EXPECT_EQ(by_rows.width, 3);
  EXPECT_TRUE(by_rows.is_bytes);
  // numpy.arange(12).reshape((2, 2, 3), order="F").reshape(2, 6)
  const auto by_columns = decode_images(counting<float>('f', true, true, {2, 2, 3}, 12));
  EXPECT_EQ(by_columns.values, (MatrixF{{0, 4, 8, 2, 6, 10}, {1, 5, 9, 3, 7, 11}}));
  EXPECT_EQ(by_columns.height, 2);
  EXPECT_FALSE(by_columns.is_bytes);
}

TEST(Npy, ReadsImagesOfTwoDimensionsWithoutTheirSize) {
  for (const bool fortran_order : {false, true}) {
    const auto bytes = counting<std::int16_t>('i', false, fortran_order, {2, 3}, 6);
    const auto array = decode_images(bytes);
    EXPECT_EQ(array.values.cast<double>(), decode(bytes));
    EXPECT_EQ(array.height, 0);
    EXPECT_EQ(array.width, 0);
  }
}

TEST(Npy, RefusesImagesOfOtherRanks) {
  const auto of_shape = [](std::vector<std::int64_t> shape) -> std::string {
    try {
      decode_images(counting<double>('f', false, false, std::move(shape), 8));
    } catch (const DataError& error) {
      return error.what();
    }
    return "no error";
  };
  const std::string rank =
      "a.npy: expected images: an NPY array of two or three dimensions, found shape ";
  EXPECT_EQ(of_shape({8}), rank + "(8)");
  EXPECT_EQ(of_shape({2, 2, 2, 1}), rank + "(2, 2, 2, 1)");
  EXPECT_EQ(of_shape({2, 0, 2}),
            "a.npy: expected an NPY array with elements, found shape (2, 0, 2)");
  EXPECT_NE(of_shape({std::int64_t{1} << 40, 28, 28}), "no error");
}

TEST(Npy, ReadsAVectorAsAColumn) {
  EXPECT_EQ(decode(counting<float>('f', false, false, {3}, 3)), (Matrix{{0}, {1}, {2}}));
}

RC_GTEST_PROP(Npy, ReadsBackEveryBitOfWhatWasWritten, ()) {
  const auto rows = *rc::gen::inRange<Index>(1, 6);
  const auto columns = *rc::gen::inRange<Index>(1, 6);
  Matrix matrix(rows, columns);
  for (double& value : matrix.reshaped())
    value = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
  const auto same_bits = [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  };
  const TemporaryFolder folder;
  write_npy(folder.path("a.npy"), matrix);
  const auto read = read_npy(folder.path("a.npy"));
  RC_ASSERT(read.rows() == rows);
  RC_ASSERT(read.cols() == columns);
  RC_ASSERT(std::ranges::equal(read.reshaped(), matrix.reshaped(), same_bits));
  RC_ASSERT(decode(testing::gzip(encoded(matrix))).rows() == rows);
}

RC_GTEST_PROP(Npy, ReadsBackSinglePrecision, ()) {
  const auto columns = *rc::gen::inRange<Index>(1, 6);
  MatrixF matrix(3, columns);
  for (float& value : matrix.reshaped()) value = *rc::gen::arbitrary<float>();
  const TemporaryFolder folder;
  write_npy(folder.path("a.npy"), matrix);
  RC_ASSERT(read_npy(folder.path("a.npy")) == Matrix(matrix.cast<double>()));
}

TEST(Npy, RefusesEveryTruncationAndSurplusBytes) {
  const auto bytes = encoded(Matrix{{1, 2, 3}, {4, 5, 6}});
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_NE(message_of(bytes.substr(0, length)), "no error") << length;
  EXPECT_EQ(message_of(bytes.substr(0, bytes.size() - 1)),
            "a.npy: expected 6 NPY elements of 8 bytes, found 5 and the end of the file");
  EXPECT_EQ(message_of(bytes + "x"),
            "a.npy: expected the end of the file after 6 NPY elements, found more bytes");
}

TEST(Npy, RefusesRanksThatAreNoMatrixAndEmptyArrays) {
  const auto of_shape = [](std::vector<std::int64_t> shape) {
    return message_of(counting<double>('f', false, false, std::move(shape), 8));
  };
  const std::string rank = "a.npy: expected an NPY array of one or two dimensions, found shape ";
  EXPECT_EQ(of_shape({}), rank + "()");
  EXPECT_EQ(of_shape({2, 2, 2}), rank + "(2, 2, 2)");
  EXPECT_EQ(of_shape({0, 3}), "a.npy: expected an NPY array with elements, found shape (0, 3)");
  EXPECT_NE(of_shape({0}), "no error");
}

TEST(Npy, DoesNotTrustTheShapeThatItClaims) {
  const auto of_shape = [](std::int64_t rows, std::int64_t columns) {
    return message_of(counting<double>('f', false, false, {rows, columns}, 8));
  };
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_EQ(
      of_shape(huge, 1),
      "a.npy: expected 1099511627776 NPY elements of 8 bytes, found 8 and the end of the file");
  EXPECT_EQ(of_shape(huge, huge),
            "a.npy: expected an NPY array that memory can address, found "
            "shape (1099511627776, 1099511627776)");
  EXPECT_NE(of_shape(huge << 20, 1), "no error");
}

Matrix by_rows(const std::string& bytes, Index most = 100) {
  auto source = ByteSource::of_memory(bytes, "a.npy");
  std::vector<Vector> rows;
  each_npy_row(source, most, [&](std::span<const double> row) {
    rows.emplace_back(Eigen::Map<const Vector>(row.data(), std::ssize(row)));
  });
  Matrix all(std::ssize(rows), rows.front().size());
  for (Index r = 0; r < all.rows(); ++r) all.row(r) = rows[static_cast<std::size_t>(r)];
  return all;
}

TEST(Npy, ReadsRowsOneByOne) {
  const Matrix matrix = Matrix::Random(7, 3);
  const std::string bytes = encoded(matrix);
  EXPECT_EQ(by_rows(bytes), matrix);
  EXPECT_EQ(by_rows(encoded(MatrixF(matrix.cast<float>()))),
            decode(encoded(MatrixF(matrix.cast<float>()))));
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_THROW(by_rows(bytes.substr(0, length)), DataError) << length;
  EXPECT_THROW(by_rows(bytes + "x"), DataError);
  EXPECT_THROW(by_rows(bytes, 2), DataError) << "more columns than are allowed";
  NpyHeader header{.fortran_order = true, .shape = {1, 1}};
  EXPECT_THROW(by_rows(format_npy_header(header) + std::string(8, '\0')), DataError);
  header = {.shape = {1}};
  EXPECT_THROW(by_rows(format_npy_header(header) + std::string(8, '\0')), DataError);
}

TEST(Npy, ReportsAPlaceThatCannotBeWritten) {
  const TemporaryFolder folder;
  try {
    write_npy(folder.path("missing/a.npy"), Matrix{{1.0}});
    FAIL() << "wrote into a folder that does not exist";
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::input_output);
  }
}

}  // namespace
}  // namespace renyi::npy_test
