#include "renyi/data/data_table.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/data/npy.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::data_table_test {
namespace {

using testing::gzip;
using testing::TemporaryFolder;
using Names = std::vector<std::string>;

DataTable read(const std::string& text, const TableOptions& options = {}) {
  auto source = ByteSource::of_memory(text, "t.csv");
  return read_table(source, options);
}

std::string message_of(const std::string& text, const TableOptions& options = {}) {
  try {
    read(text, options);
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    return error.what();
  }
  return "no error";
}

TEST(DataTable, KnowsNumbersWordsAndMissingCellsWithTheirLines) {
  const auto table = read("# made by hand\nsize,colour\n1.5,red\n\n,blue\n3,NA\n");
  EXPECT_TRUE(table.head.header);
  EXPECT_EQ(table.head.names, (Names{"size", "colour"}));
  EXPECT_EQ(table.rows(), 3);
  EXPECT_EQ(table.lines, (std::vector<std::int64_t>{3, 5, 6}));
  EXPECT_EQ(table.columns[0].kind, ColumnKind::numbers);
  EXPECT_EQ(table.columns[0].numbers[2], 3.0);
  EXPECT_TRUE(table.columns[0].is_missing(1));
  EXPECT_EQ(table.columns[1].kind, ColumnKind::words);
  EXPECT_TRUE(table.columns[1].is_missing(2));
  EXPECT_EQ(table.place(2, 1).line, 6);
  EXPECT_EQ(table.place(2, 1).column, 2);
}

TEST(DataTable, ReadsTheSameFromEveryFormat) {
  const auto expected = read("1,2.5\n3,4\n");
  EXPECT_FALSE(expected.head.header);
  EXPECT_EQ(expected.head.names, (Names{"x1", "x2"}));
  std::string npy;
  encode_npy(Matrix{{1, 2.5}, {3, 4}}, [&](std::string_view part) { npy += part; });
  for (const std::string& text : {std::string("1;2.5\r\n3;4"), std::string("  1 2.5 \n3\t4\n\n"),
                                  npy, gzip("1,2.5\n3,4\n")}) {
    const auto table = read(text);
    EXPECT_EQ(table.columns[0].numbers, expected.columns[0].numbers);
    EXPECT_EQ(table.columns[1].numbers, expected.columns[1].numbers);
    EXPECT_EQ(table.head.names, expected.head.names);
    EXPECT_EQ(table.fingerprint, expected.fingerprint);
  }
}

TEST(DataTable, FingerprintFollowsTheContent) {
  EXPECT_NE(read("a,b\n1,2\n").fingerprint, read("a,c\n1,2\n").fingerprint);
  EXPECT_NE(read("a,b\n1,2\n").fingerprint, read("a,b\n1,3\n").fingerprint);
}

TEST(DataTable, NamesColumnsWithoutANameByTheirNumber) {
  EXPECT_EQ(read(",b\n1,2\n").head.names, (Names{"x1", "b"}));
  EXPECT_EQ(message_of("# c\nb,x1,b\n1,2,3\n"),
            "t.csv, line 2, column 3: expected names that differ in the header, found 'b' a second "
            "time");
}

TEST(DataTable, ObeysWhatIsSaidAboutTheHeader) {
  EXPECT_EQ(read("2019,2020\n1,2\n", {.header = HeaderLine::present}).head.names,
            (Names{"2019", "2020"}));
  const auto table = read("a,b\nc,d\n", {.header = HeaderLine::absent});
  EXPECT_EQ(table.rows(), 2);
  EXPECT_EQ(table.columns[0].levels, (Names{"a", "c"}));
}

TEST(DataTable, TakesNamedColumnsAsCategories) {
  const auto table = read("code,x\n1,1\n2,2\n", {.categorical = [](const TableHead& head) {
                            EXPECT_EQ(head.names, (Names{"code", "x"}));
                            return std::vector<Index>{0};
                          }});
  EXPECT_EQ(table.columns[0].levels, (Names{"1", "2"}));
  EXPECT_EQ(table.columns[1].kind, ColumnKind::numbers);
}

TEST(DataTable, KeepsAColumnThatCannotBeUsedAsideWithItsReason) {
  const auto table = read("id,x\nA7,1\n8,2\n");
  ASSERT_EQ(table.columns[0].kind, ColumnKind::unusable);
  EXPECT_STREQ(table.columns[0].problem->what(),
               "t.csv, line 3, column 1: expected a word as in line 2, found the number 8");
  EXPECT_EQ(table.columns[1].numbers, (std::vector<double>{1, 2}));
}

TEST(DataTable, RefusesRaggedRowsAndEmptyTables) {
  EXPECT_EQ(message_of("a,b\n1,2\n3\n"), "t.csv, line 3: expected 2 cells, found 1");
  EXPECT_EQ(message_of("a\n1\n2 3\n"), "t.csv, line 3: expected 1 cell, found 2");
  EXPECT_EQ(message_of(""), "t.csv: expected rows of a table, found an empty file");
  EXPECT_EQ(message_of("a,b\n"),
            "t.csv: expected rows below the header, found the end of the file");
  EXPECT_EQ(message_of("abc,def\n1,2\n", {.max_header_bytes = 4}),
            "t.csv, line 1, column 2: expected a first line of at most 4 bytes, found more");
}

TEST(DataTable, RefusesAFileThatIsMissing) {
  const TemporaryFolder folder;
  EXPECT_THROW(read_table(folder.path("missing.csv")), DataError);
}

TEST(DataTable, IsRefusedOrSmallerWhereverItsPackedBytesEnd) {
  const auto packed = gzip("a,b\n1,2\n3,4\n");
  for (std::size_t length = 1; length < packed.size(); ++length)
    EXPECT_NE(message_of(packed.substr(0, length)), "no error") << length;
}

RC_GTEST_PROP(DataTable, ReadsBackWhatIsMissing, ()) {
  const auto cells =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 9)));
  std::string text = "x,w\n";
  for (const int cell : cells) text += cell == 0 ? "?,\n" : fmt::format("{},w{}\n", cell, cell % 3);
  const auto table = read(text);
  RC_ASSERT(table.rows() == static_cast<Index>(cells.size()));
  for (std::size_t r = 0; r < cells.size(); ++r) {
    RC_ASSERT(table.columns[0].is_missing(r) == (cells[r] == 0));
    if (cells[r] == 0) continue;
    RC_ASSERT(table.columns[0].numbers[r] == cells[r]);
    const auto code = static_cast<std::size_t>(table.columns[1].codes[r]);
    RC_ASSERT(table.columns[1].levels[code] == fmt::format("w{}", cells[r] % 3));
  }
}

}  // namespace
}  // namespace renyi::data_table_test
