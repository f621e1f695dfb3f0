#include "renyi/data/column_encoding.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/data/table_encoding.hpp"

namespace renyi::column_encoding_test {
namespace {

DataTable read(const std::string& text) {
  auto source = ByteSource::of_memory(text, "t.csv");
  return read_table(source);
}

std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ColumnEncoding, OneColumnACategoryInAlphabeticalOrder) {
  const auto table = read("c,x\nred,1\nblue,2\n,3\nred,4\n");
  const auto rows = all_rows(4);
  const auto encoding = learn_column(table, 0, rows);
  EXPECT_EQ(encoding.name, "c");
  EXPECT_EQ(encoding.levels, (std::vector<std::string>{"blue", "red"}));
  const Matrix values = encode_column(encoding, table, 0, rows);
  EXPECT_EQ(values.row(0), (Eigen::RowVector2d{0, 1}));
  EXPECT_EQ(values.row(1), (Eigen::RowVector2d{1, 0}));
  EXPECT_TRUE(values.row(2).hasNaN());
  EXPECT_EQ(values.row(3), values.row(0));
}

TEST(ColumnEncoding, ClassesAreThePlacesOfCategories) {
  const auto table = read("c\nred\nblue\n?\nred\n");
  const ColumnEncoding encoding{.name = "c", .levels = {"red", "blue"}};
  const Vector classes = encode_classes(encoding, table, 0, all_rows(4));
  EXPECT_EQ(classes.head(2), (Vector{{0, 1}})) << "in the order that was learned";
  EXPECT_TRUE(std::isnan(classes(2)));
  EXPECT_EQ(classes(3), 0.0);
}

TEST(ColumnEncoding, NumbersAreNoCategoriesUnlessReadAsSuch) {
  const auto table = read("c\n?\n1\n");
  const ColumnEncoding encoding{.name = "c", .levels = {"1", "2"}};
  EXPECT_EQ(message_of([&] { encode_column(encoding, table, 0, all_rows(2)); }),
            "t.csv, line 3, column 1: expected a category of column 'c' that was learned (1, 2), "
            "found the number 1");
}

TEST(ColumnEncoding, OnlyTheGivenRowsCount) {
  const auto table = read("c\nred\nblue\ngreen\n");
  const std::vector<Index> train = {2, 0};
  const auto encoding = learn_column(table, 0, train);
  EXPECT_EQ(encoding.levels, (std::vector<std::string>{"green", "red"}));
  EXPECT_EQ(message_of([&] { encode_column(encoding, table, 0, all_rows(3)); }),
            "t.csv, line 3, column 1: expected a category of column 'c' that was learned (green, "
            "red), found 'blue'");
}

TEST(ColumnEncoding, NumbersStayAsTheyAre) {
  const auto table = read("x,y\n1,a\n,b\n-3,c\n");
  const auto encoding = learn_column(table, 0, all_rows(3));
  EXPECT_EQ(encoding.width(), 1);
  const Matrix values = encode_column(encoding, table, 0, all_rows(3));
  EXPECT_EQ(values(2, 0), -3.0);
  EXPECT_TRUE(std::isnan(values(1, 0)));
  EXPECT_EQ(message_of([&] { encode_column(encoding, table, 1, all_rows(3)); }),
            "t.csv, line 2, column 2: expected a number, found 'a'");
}

TEST(ColumnEncoding, RefusesWhatCannotBeUsed) {
  const auto all_missing = read("x,y\n,1\nNA,2\n");
  EXPECT_EQ(message_of([&] { learn_column(all_missing, 0, all_rows(2)); }),
            "t.csv, column 1: expected values in column 'x', found missing cells alone");
  const auto infinite = read("x\n1\ninf\n");
  EXPECT_EQ(message_of([&] { encode_column({.name = "x"}, infinite, 0, all_rows(2)); }),
            "t.csv, line 3, column 1: expected a finite number, found inf");
  const auto mixed = read("x\n1\na\n");
  EXPECT_EQ(message_of([&] { learn_column(mixed, 0, all_rows(2)); }),
            "t.csv, line 3, column 1: expected a number as in line 2, found 'a'");
  std::string many = "x\n";
  for (int i = 0; i < 1001; ++i) many += "w" + std::to_string(i) + "\n";
  EXPECT_EQ(message_of([&] { learn_column(read(many), 0, all_rows(1001)); }),
            "t.csv, column 1: expected at most 1000 different words in a column of categories, "
            "found 1001");
}

}  // namespace
}  // namespace renyi::column_encoding_test
