#include "renyi/report/cells.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace renyi::cells_test {
namespace {

TEST(CellOrNa, IsTheNumberOrNone) {
  EXPECT_EQ(cell_or_na(2.5), Cell(2.5));
  EXPECT_EQ(cell_or_na(std::nullopt), Cell(NotAvailable{}));
}

TEST(NumberOrText, IsANumberWhereTheTextIsOne) {
  EXPECT_EQ(number_or_text("-3"), Cell(std::int64_t{-3}));
  EXPECT_EQ(number_or_text("0.5"), Cell(0.5));
  EXPECT_EQ(number_or_text("-inf"), Cell(-std::numeric_limits<double>::infinity()));
  for (const char* text : {"", "relu", "50,50", "3 draws"})
    EXPECT_EQ(number_or_text(text), Cell(text)) << text;
}

TEST(GridTable, HasARowAndAColumnForEachOfTwoQuantities) {
  const Table table =
      grid_table({.name = "t", .columns = {"alpha"}}, {0.5, 1.0}, {"K=1", "K=2", "K=3"},
                 [](std::size_t r, std::size_t c) {
                   return Cell(10.0 * static_cast<double>(r) + static_cast<double>(c));
                 });
  EXPECT_EQ(table.columns, (std::vector<std::string>{"alpha", "K=1", "K=2", "K=3"}));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[1], (std::vector<Cell>{1.0, 10.0, 11.0, 12.0}));
}

}  // namespace
}  // namespace renyi::cells_test
