#include "renyi/report/cells.hpp"

#include <gtest/gtest.h>

namespace renyi::cells_test {
namespace {

TEST(CellOrNa, IsTheNumberOrNone) {
  EXPECT_EQ(cell_or_na(2.5), Cell(2.5));
  EXPECT_EQ(cell_or_na(std::nullopt), Cell(NotAvailable{}));
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
