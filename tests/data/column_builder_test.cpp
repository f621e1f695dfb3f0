#include "renyi/data/column_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::column_builder_test {
namespace {

DataColumn build(const std::vector<std::string>& cells, bool any_text = false,
                 std::size_t max_levels = 100) {
  ColumnBuilder builder(max_levels);
  if (any_text) builder.take_any_text();
  std::int64_t line = 2;
  for (const auto& cell : cells) builder.add(cell, {.file = "t", .line = line++, .column = 3});
  return std::move(builder).finish();
}

std::string problem_of(const DataColumn& column) {
  EXPECT_EQ(column.kind, ColumnKind::unusable);
  return column.problem ? column.problem->what() : "no problem";
}

TEST(ColumnBuilder, HoldsNumbersWithNanWhereTheyAreMissing) {
  const auto column = build({"", "1.5", "NA", "-inf"});
  ASSERT_EQ(column.kind, ColumnKind::numbers);
  ASSERT_EQ(column.numbers.size(), 4U);
  EXPECT_EQ(column.numbers[1], 1.5);
  EXPECT_TRUE(std::isinf(column.numbers[3]));
  for (const std::size_t row : {0U, 2U}) EXPECT_TRUE(column.is_missing(row));
}

// Codes go on; a column that turns out to hold words has had no others than missing ones.
TEST(ColumnBuilder, GivesCellsAsTheyCome) {
  ColumnBuilder builder(100);
  builder.add("", {});
  EXPECT_EQ(builder.take().numbers.size(), 1U);
  for (const char* cell : {"", "red", "blue"}) builder.add(cell, {.file = "t", .line = 3});
  EXPECT_EQ(builder.take().codes, (std::vector<std::int32_t>{-1, 0, 1}));
  builder.add("blue", {.file = "t", .line = 4});
  EXPECT_EQ(builder.take().codes, (std::vector<std::int32_t>{1}));
  builder.add("5", {.file = "t", .line = 5});
  EXPECT_EQ(builder.take().kind, ColumnKind::unusable);
  EXPECT_TRUE(std::move(builder).finish().problem);
}

TEST(ColumnBuilder, CountsWordsAsTheyComeFirst) {
  const auto column = build({"?", "red", "blue", "", "red"});
  ASSERT_EQ(column.kind, ColumnKind::words);
  EXPECT_EQ(column.levels, (std::vector<std::string>{"red", "blue"}));
  EXPECT_EQ(column.codes, (std::vector<std::int32_t>{-1, 0, 1, -1, 0}));
  EXPECT_TRUE(column.is_missing(0));
  EXPECT_FALSE(column.is_missing(1));
}

TEST(ColumnBuilder, IsAColumnOfNumbersWhereEverythingIsMissing) {
  EXPECT_EQ(build({"", "?"}).kind, ColumnKind::numbers);
}

TEST(ColumnBuilder, GivesUpAMixtureAndSaysWhere) {
  EXPECT_EQ(problem_of(build({"1", "2", "x", "y"})),
            "t, line 4, column 3: expected a number as in line 2, found 'x'");
  EXPECT_EQ(problem_of(build({"", "x", "2"})),
            "t, line 4, column 3: expected a word as in line 3, found the number 2");
}

// A decimal comma or a date must not become hundreds of categories.
TEST(ColumnBuilder, GivesUpWordsThatBeginLikeANumber) {
  EXPECT_EQ(problem_of(build({"1,5", "2,5"})),
            "t, line 2, column 3: expected a number, or a word that does not begin like one, found "
            "'1,5'");
  EXPECT_EQ(build({"x", "1st"}).kind, ColumnKind::words) << "among words it is one";
}

TEST(ColumnBuilder, TakesAnyTextOnRequestAsItIsSpelt) {
  const auto column = build({"1", "1.0", "x", ""}, true);
  EXPECT_EQ(column.kind, ColumnKind::words);
  EXPECT_EQ(column.levels, (std::vector<std::string>{"1", "1.0", "x"}));
  EXPECT_EQ(build({}, true).kind, ColumnKind::words);
}

TEST(ColumnBuilder, GivesUpTooManyWords) {
  EXPECT_EQ(problem_of(build({"a", "b", "a", "c"}, false, 2)),
            "t, line 5, column 3: expected at most 2 different words in a column, found more");
}

}  // namespace
}  // namespace renyi::column_builder_test
