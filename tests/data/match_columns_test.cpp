#include "renyi/data/match_columns.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::match_columns_test {
namespace {

using Positions = std::vector<Index>;

TableHead head(bool header, std::vector<std::string> names) {
  return {.file = "new.csv", .header = header, .names = std::move(names)};
}

const TableEncoding encoding{
    .header = true,
    .table_columns = 4,
    .features = {{.name = "a", .position = 0, .levels = {"u", "v"}}, {.name = "c", .position = 3}},
    .target = {.name = "y", .position = 1}};

std::string message_of(const TableHead& table, bool with_target) {
  try {
    match_columns(encoding, table, with_target);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST(MatchColumns, GoesByNameAndIgnoresOthers) {
  EXPECT_EQ(match_columns(encoding, head(true, {"c", "extra", "a"}), false), (Positions{2, 0}));
  EXPECT_EQ(match_columns(encoding, head(true, {"c", "y", "a"}), true), (Positions{2, 0, 1}));
}

TEST(MatchColumns, SaysWhichAreMissingAndWhichThereAre) {
  EXPECT_EQ(message_of(head(true, {"A", "c"}), false),
            "new.csv: expected the 2 columns that the model needs, found none named a; others are "
            "A");
  EXPECT_EQ(message_of(head(true, {"a", "c"}), true),
            "new.csv: expected the 3 columns that the model needs, found none named y");
}

TEST(MatchColumns, GoesByPositionWithoutAHeader) {
  EXPECT_EQ(match_columns(encoding, head(false, {"x1", "x2", "x3", "x4"}), true),
            (Positions{0, 3, 1}));
  EXPECT_EQ(match_columns(encoding, head(false, {"x1", "x2"}), false), (Positions{0, 1}));
  EXPECT_EQ(
      message_of(head(false, {"x1", "x2", "x3"}), false),
      "new.csv: expected 4 or, without the target, 2 columns, as there is no header to go by, "
      "found 3");
  EXPECT_EQ(message_of(head(false, {"x1", "x2"}), true),
            "new.csv: expected 4 columns, as there is no header to go by, found 2");
}

TEST(MatchColumns, CategoriesStayCategories) {
  EXPECT_EQ(categorical_columns(head(true, {"c", "b", "a"}), encoding, false), (Positions{2}));
  TableEncoding classes = encoding;
  classes.target.levels = {"no", "yes"};
  EXPECT_EQ(categorical_columns(head(true, {"y", "c", "a"}), classes, true), (Positions{2, 0}));
  EXPECT_EQ(categorical_columns(head(true, {"y", "c", "a"}), classes, false), (Positions{2}))
      << "a target that is not used may hold anything";
}

}  // namespace
}  // namespace renyi::match_columns_test
