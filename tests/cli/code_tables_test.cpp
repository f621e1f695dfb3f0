#include "cli/code_tables.hpp"

#include <gtest/gtest.h>

namespace renyi::cli::code_tables_test {
namespace {

LatentCodes example() {
  LatentCodes codes{.means = MatrixF(2, 3), .sds = MatrixF(2, 3)};
  codes.means << 1.0F, 0.0F, -2.0F, 3.0F, 0.05F, 2.0F;
  codes.sds << 0.5F, 1.0F, 0.25F, 1.5F, 1.0F, 0.25F;
  return codes;
}

TEST(CodeTables, TellUnitsThatCarrySomethingFromOthers) {
  const Table table = codes_table(example());
  EXPECT_EQ(table.title, "Codes of 2 images: 2 of 3 units are active");
  EXPECT_EQ(table.rows[0], (std::vector<Cell>{std::int64_t{1}, 2.0, 1.0, 1.0, "yes"}));
  EXPECT_EQ(table.rows[1][4], Cell("no"));
  EXPECT_EQ(table.rows[2], (std::vector<Cell>{std::int64_t{3}, 0.0, 2.0, 0.25, "yes"}));
}

TEST(CodeTables, FiguresShowTheUnitsThatVaryMost) {
  const auto figures = code_figures(example());
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].series[0].y.size(), 3U);
  EXPECT_EQ(figures[1].x.label, "unit 3");
  EXPECT_EQ(figures[1].y.label, "unit 1");
  EXPECT_EQ(figures[1].series[0].x, (std::vector{-2.0, 2.0}));
  EXPECT_EQ(figures[1].series[0].y, (std::vector{1.0, 3.0}));
  const LatentCodes one{.means = MatrixF::Zero(2, 1), .sds = MatrixF::Ones(2, 1)};
  EXPECT_EQ(code_figures(one).size(), 1U) << "one unit has no plane";
}

}  // namespace
}  // namespace renyi::cli::code_tables_test
