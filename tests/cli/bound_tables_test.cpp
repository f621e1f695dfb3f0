#include "cli/bound_tables.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "renyi/core/random.hpp"

namespace renyi::cli::bound_tables_test {
namespace {

const std::vector<Alpha> alphas = Alpha::parse_list("-1,0,0.5,1,2");

Matrix normals(Index draws, Index columns) {
  Matrix x(draws, columns);
  fill_normal({.seed = 3, .purpose = Purpose::test}, {}, Eigen::Ref<Matrix>(x));
  return x;
}

std::string trust(const Table& table, std::size_t row) {
  return std::get<std::string>(table.rows[row].back());
}

TEST(BoundsTable, TrustsLightTails) {
  const Table table = bounds_table(alphas, 0.3 * normals(2000, 2));
  for (std::size_t row = 0; row < alphas.size(); ++row) EXPECT_EQ(trust(table, row), "yes");
}

// w = U^2: 1/w has the Pareto index 2, so that L_2 is infinite although every estimate is finite.
TEST(BoundsTable, DoesNotTrustAnOrderThatTheTailsForbid) {
  Matrix x(5000, 1);
  fill_uniform({.seed = 4, .purpose = Purpose::test}, {}, Eigen::Ref<Matrix>(x));
  x = 2.0 * x.array().log();
  const Table table = bounds_table(alphas, x);
  EXPECT_EQ(trust(table, 1), "yes");
  EXPECT_EQ(trust(table, 4), "no");
}

TEST(BoundsTable, SaysWhenTooFewDrawsTell) {
  EXPECT_EQ(trust(bounds_table(alphas, normals(10, 1)), 1), "unknown");
}

TEST(ColumnsTable, CountsColumnsWithoutNames) {
  const Table table = columns_table(alphas, normals(10, 3), {});
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(std::get<std::int64_t>(table.rows[2][0]), 3);
  EXPECT_EQ(table.columns[3], "alpha=0.5");
}

TEST(SurfaceTables, HaveARowAnOrderAndAColumnASize) {
  const std::vector<Index> sizes = {1, 3, 7};
  const auto tables = surface_tables(bound_surface(normals(7, 2), alphas, sizes));
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].columns, (std::vector<std::string>{"alpha", "K=1", "K=3", "K=7"}));
  EXPECT_EQ(tables[0].rows.size(), alphas.size());
}

TEST(SurfaceTables, SayThatOneColumnHasNoError) {
  const std::vector<Index> sizes = {2};
  const auto tables = surface_tables(bound_surface(normals(7, 1), alphas, sizes));
  EXPECT_TRUE(std::holds_alternative<NotAvailable>(tables[1].rows[0][1]));
}

TEST(SurfaceTables, ShowTheErrorOfRandomSubsets) {
  const std::vector<Index> sizes = {2, 5};
  const auto tables = surface_tables(
      bound_surface(normals(7, 2), alphas, sizes, {.method = SurfaceMethod::permutations}));
  ASSERT_EQ(tables.size(), 3U);
  EXPECT_GT(std::get<double>(tables[2].rows[0][1]), 0.0);
}

}  // namespace
}  // namespace renyi::cli::bound_tables_test
