#include "renyi/data/csv_cells.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace renyi::csv_cells_test {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows cut(const std::string& text, CsvOptions options = {}) {
  auto source = ByteSource::of_memory(text, "t.csv");
  CsvCells cells(source, options);
  Rows rows;
  while (cells.next_row()) {
    rows.emplace_back();
    for (CsvCell cell; cells.next_cell(cell);) rows.back().emplace_back(cell.text);
  }
  return rows;
}

std::string message_of(const std::string& text, CsvOptions options = {}) {
  try {
    cut(text, options);
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    return error.what();
  }
  return "no error";
}

TEST(CsvCells, CutsAtEverySeparator) {
  const Rows expected{{"a", "b", "c"}, {"1", "2", "3"}};
  EXPECT_EQ(cut("a,b,c\n1,2,3\n"), expected);
  EXPECT_EQ(cut("a;b;c\n1;2;3\n"), expected);
  EXPECT_EQ(cut("a\tb\tc\n1\t2\t3\n"), expected);
  EXPECT_EQ(cut("  a b   c\n1 \t2 3  \n"), expected);
}

TEST(CsvCells, ObeysAChosenSeparator) {
  EXPECT_EQ(cut("a;b,c", {.separator = Separator::comma}), (Rows{{"a;b", "c"}}));
  EXPECT_EQ(cut("a,b\tc d", {.separator = Separator::tab}), (Rows{{"a,b", "c d"}}));
  EXPECT_EQ(cut("a,b\tc", {.separator = Separator::whitespace}), (Rows{{"a,b", "c"}}));
  EXPECT_EQ(cut("a,b;c", {.separator = Separator::semicolon}), (Rows{{"a,b", "c"}}));
}

TEST(CsvCells, KeepsEmptyCellsBetweenSeparators) {
  EXPECT_EQ(cut(",a,,b,\n"), (Rows{{"", "a", "", "b", ""}}));
  EXPECT_EQ(cut("\ta\t\tb\t\n"), (Rows{{"", "a", "", "b", ""}}));
  EXPECT_EQ(cut("a, ,\"\"\n"), (Rows{{"a", "", ""}}));
}

TEST(CsvCells, TakesEveryKindOfLineEnd) {
  const Rows expected{{"a", "b"}, {"1", "2"}};
  EXPECT_EQ(cut("a,b\n1,2\n"), expected);
  EXPECT_EQ(cut("a,b\r\n1,2\r\n"), expected);
  EXPECT_EQ(cut("a,b\r1,2\r"), expected);
  EXPECT_EQ(cut("a,b\n1,2"), expected);
}

TEST(CsvCells, SkipsTheByteOrderMarkBlankLinesAndComments) {
  const Rows expected{{"a", "b"}, {"1", "2"}};
  EXPECT_EQ(cut("\xEF\xBB\xBF"
                "a,b\n1,2\n"),
            expected);
  EXPECT_EQ(cut("\n \t \r\n# model; x\ta,b\na,b\n\n   \n  # elapsed, \"\n1,2\n#"), expected);
  EXPECT_EQ(cut("#a,b\n", {.comment = '\0'}), (Rows{{"#a", "b"}}));
  EXPECT_EQ(cut("a,#b\n"), (Rows{{"a", "#b"}}));
  EXPECT_EQ(cut(""), Rows{});
  EXPECT_EQ(cut("\xEF\xBB\xBF"), Rows{});
}

TEST(CsvCells, ReadsQuotes) {
  EXPECT_EQ(cut("\"a,b\",\"say \"\"hi\"\"\", \" c \" \n"), (Rows{{"a,b", "say \"hi\"", " c "}}));
  EXPECT_EQ(cut("\"a\nb\r\nc\",d\n"), (Rows{{"a\nb\r\nc", "d"}}));
  EXPECT_EQ(cut("\"a b\" c\n"), (Rows{{"a b", "c"}}));
  EXPECT_EQ(cut("5\" disk,it\"\"s\n"), (Rows{{"5\" disk", "it\"\"s"}}));
}

TEST(CsvCells, TellsQuotedFromPlain) {
  auto source = ByteSource::of_memory("\"1\",1\n");
  CsvCells cells(source);
  CsvCell cell;
  ASSERT_TRUE(cells.next_row() && cells.next_cell(cell));
  EXPECT_TRUE(cell.quoted);
  ASSERT_TRUE(cells.next_cell(cell));
  EXPECT_FALSE(cell.quoted);
  EXPECT_EQ(cells.separator(), Separator::comma);
}

TEST(CsvCells, KnowsTheLineAndColumnOfEveryCell) {
  auto source = ByteSource::of_memory("# c\r\na,b\n\n\"x\ny\r\nz\rw\",p\nq,r");
  CsvCells cells(source);
  std::vector<std::pair<std::int64_t, std::int64_t>> places;
  std::vector<std::int64_t> row_lines;
  while (cells.next_row()) {
    row_lines.push_back(cells.row_place().line);
    for (CsvCell cell; cells.next_cell(cell);) places.emplace_back(cell.line, cell.column);
  }
  EXPECT_EQ(row_lines, (std::vector<std::int64_t>{2, 4, 8}));
  EXPECT_EQ(places, (std::vector<std::pair<std::int64_t, std::int64_t>>{
                        {2, 1}, {2, 2}, {4, 1}, {7, 2}, {8, 1}, {8, 2}}));
}

TEST(CsvCells, LeavesTheRestOfARowForTheNextOne) {
  auto source = ByteSource::of_memory("a,\"b\n,\",c\nd,e\n");
  CsvCells cells(source);
  CsvCell cell;
  ASSERT_TRUE(cells.next_row() && cells.next_cell(cell));
  ASSERT_TRUE(cells.next_row() && cells.next_cell(cell));
  EXPECT_EQ(cell.text, "d");
}

TEST(CsvCells, RefusesBrokenQuotes) {
  EXPECT_EQ(message_of("a,b\nc,\"d\ne,f\n"),
            "t.csv, line 2, column 2: expected a closing quote, found the end of the file");
  EXPECT_EQ(message_of("a,\"b\"c\n"),
            "t.csv, line 1, column 2: expected a separator or the end of the line after the "
            "closing quote, found more text");
  EXPECT_NE(message_of("\"a\"b c\n"), "no error");
}

TEST(CsvCells, RefusesBinaryContentWhereverItStands) {
  const std::string nul(1, '\0');
  const std::string found = ": expected text, found a NUL byte, as in binary files";
  EXPECT_EQ(message_of("a,b\nc" + nul), "t.csv, line 2" + found);
  EXPECT_EQ(message_of("# c" + nul + "\na"), "t.csv, line 1" + found);
  EXPECT_EQ(message_of("a,\"\n" + nul + "\""), "t.csv, line 2" + found);
  EXPECT_EQ(message_of(nul), "t.csv, line 1" + found);
}

TEST(CsvCells, RefusesWhatPassesTheLimitsAndNothingBelow) {
  const CsvOptions options{.max_cell_bytes = 4, .max_columns = 3};
  EXPECT_EQ(cut("abcd,\"efgh\",i\n", options), (Rows{{"abcd", "efgh", "i"}}));
  EXPECT_EQ(message_of("a,b\nc,defgh\n", options),
            "t.csv, line 2, column 2: expected at most 4 bytes in a cell, found more");
  EXPECT_EQ(message_of("\"abcde\"\n", options),
            "t.csv, line 1, column 1: expected at most 4 bytes in a cell, found more: perhaps a "
            "quote that is never closed");
  EXPECT_NE(message_of("\"\"\"\"\"\"\"\"\"\"\"\"\n", options), "no error");
  EXPECT_EQ(message_of("a,b\n1,2,3,4\n", options),
            "t.csv, line 2, column 4: expected at most 3 cells in a line, found more");
}

TEST(CsvCells, ReadsNoFurtherIntoALongCellThanTheLimit) {
  std::size_t given = 0;
  ByteSource source("long", [&](std::span<char> out) {
    std::ranges::fill(out, 'x');
    given += out.size();
    return out.size();
  });
  CsvCells cells(source);
  CsvCell cell;
  ASSERT_TRUE(cells.next_row());
  EXPECT_THROW(cells.next_cell(cell), DataError);
  EXPECT_LE(given, 4 * ByteSource::buffer_size);
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

// Any text but NUL, with the characters that matter more often than chance has it.
rc::Gen<std::string> cell_text() {
  return rc::gen::container<std::string>(
      rc::gen::oneOf(rc::gen::elementOf(std::string(",;\t \"\r\n#")),
                     rc::gen::distinctFrom(rc::gen::arbitrary<char>(), '\0')));
}

RC_GTEST_PROP(CsvCells, GiveBackAnyTextThatWasQuoted, ()) {
  const auto cells = rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(cell_text()));
  constexpr double small = 0.2;  // three containers deep, tables are large enough
  const auto rows = *rc::gen::scale(small, rc::gen::nonEmpty(rc::gen::container<Rows>(cells)));
  const auto [separator, mark] =
      *rc::gen::element(std::pair{Separator::comma, ","}, std::pair{Separator::semicolon, ";"},
                        std::pair{Separator::tab, "\t"}, std::pair{Separator::whitespace, "  "});
  const std::string line_end = *rc::gen::element<std::string>("\n", "\r\n", "\r");
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? mark : "") + quoted(row[i]);
    text += line_end;
  }
  RC_ASSERT(cut(text, {.separator = separator}) == rows);
}

// The same cells whether bytes come all at once or one at a time.
RC_GTEST_PROP(CsvCells, DoNotDependOnHowTheBytesCome, ()) {
  const auto text = *cell_text();
  RC_PRE(!text.starts_with("\x1f\x8b"));
  const auto bytes = read_memory(text);
  ByteSource slow("t.csv", [&](std::span<char> out) { return bytes(out.first(1)); });
  CsvCells cells(slow);
  Rows rows;
  std::string problem = "no error";
  try {
    while (cells.next_row()) {
      rows.emplace_back();
      for (CsvCell cell; cells.next_cell(cell);) rows.back().emplace_back(cell.text);
    }
  } catch (const DataError& error) {
    problem = error.what();
  }
  RC_ASSERT(problem == message_of(text));
  if (problem == "no error") RC_ASSERT(rows == cut(text));
}

}  // namespace
}  // namespace renyi::csv_cells_test
