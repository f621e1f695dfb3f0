#include "renyi/data/column_names.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::column_names_test {
namespace {

const TableHead head{.file = "t.csv", .header = true, .names = {"price", "rooms", "2", "Area"}};

std::string message_of(const std::string& text) {
  try {
    find_column(head, "target", text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ColumnNames, FindsByNameAndThenByNumberFromOne) {
  EXPECT_EQ(find_column(head, "target", "rooms"), 1);
  EXPECT_EQ(find_column(head, "target", "1"), 0);
  EXPECT_EQ(find_column(head, "target", "4"), 3);
  EXPECT_EQ(find_column(head, "target", "2"), 2) << "a name wins over a number";
}

TEST(ColumnNames, ListsTheColumnsAndTheNearestName) {
  const std::string expected = "target: expected a column of t.csv (price, rooms, 2, Area), found ";
  EXPECT_EQ(message_of("pirce"), expected + "'pirce'; perhaps 'price'");
  EXPECT_EQ(message_of("area"), expected + "'area'; perhaps 'Area'");
  EXPECT_EQ(message_of("colour"), expected + "'colour'");
  EXPECT_EQ(message_of("0"), expected + "'0'");
  EXPECT_EQ(message_of("5x"), expected + "'5x'");
  EXPECT_EQ(message_of(""), expected + "nothing");
  EXPECT_NE(message_of("99999999999999999999"), "no error");
}

TEST(ColumnNames, ShowsNoMoreThanADozenAndNothingATerminalObeys) {
  std::vector<std::string> names(15, "a");
  EXPECT_EQ(list_columns(names), "a, a, a, a, a, a, a, a, a, a, a, a and 3 more");
  EXPECT_EQ(list_columns({"x\x1b[2J", "y"}), "x\\x1b[2J, y");
}

}  // namespace
}  // namespace renyi::column_names_test
