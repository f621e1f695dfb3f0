#include "renyi/data/numeric_matrix.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "renyi/core/log_space.hpp"
#include "renyi/data/npy.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::numeric_matrix_test {
namespace {

using testing::gzip;
using testing::TemporaryFolder;
using Names = std::vector<std::string>;

NumericMatrix read(const std::string& text, const MatrixOptions& options = {}) {
  auto source = ByteSource::of_memory(text, "m.csv");
  return read_matrix(source, options);
}

std::string message_of(const std::string& text, const MatrixOptions& options = {}) {
  try {
    read(text, options);
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    return error.what();
  }
  return "no error";
}

std::string npy(const Matrix& matrix) {
  std::string bytes;
  encode_npy(matrix, [&](std::string_view part) { bytes += part; });
  return bytes;
}

TEST(NumericMatrix, ReadsTheSameFromEveryFormat) {
  const Matrix expected{{1, -2.5}, {3e10, 4}, {5, 6}};
  for (const std::string& text :
       {std::string("1,-2.5\n3e10,4\n5,6\n"), std::string("1;-2.5\r\n3e10;4\r\n5;6"),
        std::string("  1 -2.5\n3e10   4\n5\t6\n"), npy(expected)}) {
    EXPECT_EQ(read(text).values, expected);
    EXPECT_EQ(read(gzip(text)).values, expected);
    EXPECT_TRUE(read(text).names.empty());
  }
}

TEST(NumericMatrix, ReadsFilesWhateverTheirSuffix) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_matrix(folder.file("m.csv", npy(Matrix{{1, 2}}))).values, (Matrix{{1, 2}}));
  EXPECT_EQ(read_matrix(folder.file("m.npy", gzip("1,2"))).values, (Matrix{{1, 2}}));
}

TEST(NumericMatrix, ReadsADrawsFileOfCmdStan) {
  const auto result = read(
      "# method = variational\n# \n"
      "lp__,log_p__,log_g__,theta.1,theta.2\n"
      "# Stepsize adaptation complete.\n"
      "0,0,0,1.5,-1\n0,-inf,NaN,inf,+2\n# done\n",
      {.range = NumberRange::any});
  EXPECT_EQ(result.names, (Names{"lp__", "log_p__", "log_g__", "theta.1", "theta.2"}));
  ASSERT_EQ(result.values.rows(), 2);
  EXPECT_EQ(result.values.row(0), (Eigen::RowVectorXd{{0, 0, 0, 1.5, -1}}));
  EXPECT_EQ(result.values(1, 1), -infinity);
  EXPECT_TRUE(std::isnan(result.values(1, 2)));
  EXPECT_EQ(result.values(1, 3), infinity);
}

TEST(NumericMatrix, TakesARowOfNamesAloneForAHeader) {
  EXPECT_EQ(read("a,b\n1,2\n").names, (Names{"a", "b"}));
  EXPECT_EQ(read(",\"5%\",.draw\n1,2,3\n").names, (Names{"", "5%", ".draw"}));
  EXPECT_TRUE(read("\"1\",2\n").names.empty());
}

TEST(NumericMatrix, NeverTakesAMisspeltNumberForAName) {
  EXPECT_EQ(message_of("1.2.3\n4\n"), "m.csv, line 1, column 1: expected a number, found '1.2.3'");
  EXPECT_EQ(message_of("1,x\n2,3\n"), "m.csv, line 1, column 2: expected a number, found 'x'");
  EXPECT_EQ(message_of("x,1\n2,3\n"),
            "m.csv, line 1, column 1: expected a number, or a header of names alone, found 'x'");
  EXPECT_EQ(message_of("NaN,1\n"), "m.csv, line 1, column 1: expected a number, found NaN");
}

TEST(NumericMatrix, ObeysWhatIsSaidAboutTheHeader) {
  const auto result = read("1,2\n3,4\n", {.header = HeaderLine::present});
  EXPECT_EQ(result.names, (Names{"1", "2"}));
  EXPECT_EQ(result.values, (Matrix{{3, 4}}));
  EXPECT_EQ(message_of("a,b\n3,4\n", {.header = HeaderLine::absent}),
            "m.csv, line 1, column 1: expected a number, found 'a'");
}

TEST(NumericMatrix, PassesNanOnOnlyWhenAllowed) {
  EXPECT_EQ(message_of("1,2\n3,NaN\n"), "m.csv, line 2, column 2: expected a number, found NaN");
  EXPECT_EQ(message_of(npy(Matrix{{1, 2}, {3, std::nan("")}})),
            "m.csv, line 2, column 2: expected a number, found NaN");
  EXPECT_TRUE(std::isnan(read("1,nan\n", {.range = NumberRange::any}).values(0, 1)));
  EXPECT_TRUE(
      std::isnan(read(npy(Matrix{{std::nan("")}}), {.range = NumberRange::any}).values(0, 0)));
}

TEST(NumericMatrix, RefusesPlusInfinityOnRequest) {
  const MatrixOptions options{.range = NumberRange::below_infinity};
  EXPECT_EQ(read("1,-inf\n", options).values(0, 1), -infinity);
  EXPECT_EQ(message_of("1,inf\n", options),
            "m.csv, line 1, column 2: expected a number or -inf, found inf");
  EXPECT_EQ(message_of("1,nan\n", options),
            "m.csv, line 1, column 2: expected a number or -inf, found NaN");
}

TEST(NumericMatrix, RefusesRaggedRows) {
  EXPECT_EQ(message_of("1,2,3\n4,5\n"), "m.csv, line 2: expected 3 cells, found 2");
  EXPECT_EQ(message_of("# c\n1\n2\n3 4 5\n"), "m.csv, line 4: expected 1 cell, found 3");
  EXPECT_EQ(message_of("a,b\n1,2\n3,4,\n"), "m.csv, line 3: expected 2 cells, found 3");
}

TEST(NumericMatrix, RefusesTextAndEmptyCells) {
  EXPECT_EQ(message_of("1,2\n3,four\n"),
            "m.csv, line 2, column 2: expected a number, found 'four'");
  EXPECT_EQ(message_of("1,2\n,4\n"),
            "m.csv, line 2, column 1: expected a number, found an empty cell");
  EXPECT_EQ(message_of("1\n" + std::string(1000, 'x')),
            "m.csv, line 2, column 1: expected a number, found '" + std::string(40, 'x') + "...'");
  EXPECT_EQ(message_of("1\n\x1b[2J"),
            "m.csv, line 2, column 1: expected a number, found '\\x1b[2J'");
  EXPECT_EQ(message_of("1\n1e999"), "m.csv, line 2, column 1: expected a number, found '1e999'");
}

TEST(NumericMatrix, RefusesFilesWithoutNumbers) {
  EXPECT_EQ(message_of(""), "m.csv: expected rows of numbers, found an empty file");
  EXPECT_EQ(message_of("# comment\n\n"), "m.csv: expected rows of numbers, found an empty file");
  EXPECT_EQ(message_of("a,b\n"),
            "m.csv: expected rows of numbers below the header, found the end of the file");
  EXPECT_NE(message_of(std::string("PK\3\4\0\0", 6)), "no error");
}

TEST(NumericMatrix, RefusesAFileThatIsMissing) {
  const TemporaryFolder folder;
  for (const auto& path : {folder.path("missing.csv"), folder.path()}) {
    try {
      read_matrix(path);
      ADD_FAILURE() << "read " << path;
    } catch (const DataError& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::no_input);
    }
  }
}

TEST(NumericMatrix, RefusesDamagedGzip) {
  auto packed = gzip("1,2\n3,4\n");
  EXPECT_NE(message_of(packed.substr(0, packed.size() - 1)), "no error");
  packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);
  EXPECT_EQ(message_of(packed), "m.csv: expected valid gzip data, found incorrect data check");
}

RC_GTEST_PROP(NumericMatrix, ReadsBackEveryBitOfTheShortestText, ()) {
  const auto rows = *rc::gen::inRange<Index>(1, 6);
  const auto columns = *rc::gen::inRange<Index>(1, 6);
  const std::string separator = *rc::gen::element<std::string>(",", ";", "\t", "  ", ", ");
  const bool header = *rc::gen::arbitrary<bool>();
  Matrix matrix(rows, columns);
  std::string text;
  for (Index c = 0; header && c < columns; ++c)
    text += fmt::format("{}x{}{}", c > 0 ? separator : "", c, c + 1 == columns ? "\n" : "");
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < columns; ++c) {
      matrix(r, c) = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
      text +=
          fmt::format("{}{}{}", c > 0 ? separator : "", matrix(r, c), c + 1 == columns ? "\n" : "");
    }
  const auto result = read(text, {.range = NumberRange::any});
  const auto same = [](double a, double b) {
    return std::isnan(a) ? std::isnan(b)
                         : std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  };
  RC_ASSERT(result.values.rows() == rows);
  RC_ASSERT(result.values.cols() == columns);
  RC_ASSERT(result.names.size() == (header ? static_cast<std::size_t>(columns) : 0U));
  RC_ASSERT(std::ranges::equal(result.values.reshaped(), matrix.reshaped(), same));
}

}  // namespace
}  // namespace renyi::numeric_matrix_test
