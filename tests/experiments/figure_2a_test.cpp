#include "experiments/figure_2a.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::figure_2a_test {
namespace {

TEST(Figure2a, FindsThePropertiesOfTheorem2) {
  const Report report = figure_2a({});
  const Table& properties = report.tables.at(1);
  ASSERT_EQ(properties.name, "properties");
  ASSERT_EQ(properties.rows.size(), 3U);
  for (const auto& row : properties.rows) EXPECT_EQ(row[2], Cell(std::string("yes")));
}

TEST(Figure2a, FindsThemInWhateverOrderTheNumbersAreGiven) {
  const Table sorted = figure_2a({}).tables.at(1);
  const Table mixed = figure_2a({.alphas = Alpha::parse_list("4,-0.5,-4,2,0,1,-2,3,0.5,-1,-3"),
                                 .draws = {100, 1, 20, 2, 5}})
                          .tables.at(1);
  EXPECT_EQ(mixed.rows, sorted.rows);
}

// Corollary 1: alpha_K is not positive, does not fall with K, and goes to 0.
TEST(Figure2a, ShowsAlphaKRisingToZero) {
  const Report report = figure_2a({.alphas = {Alpha::vi()}, .draws = {1}});
  const Series& orders = report.figures.at(1).series.at(0);
  for (std::size_t i = 0; i < orders.y.size(); ++i) {
    EXPECT_LE(orders.y[i], 0.0);
    if (i > 0) {
      EXPECT_GE(orders.y[i], orders.y[i - 1]);
    }
  }
  EXPECT_GT(orders.y.back(), -0.01);
}

TEST(Figure2a, TakesTheInfiniteOrders) {
  const Report report = figure_2a({.alphas = {Alpha::vr_max(), Alpha::vr_min()}, .draws = {5, 9}});
  EXPECT_EQ(report.tables.at(0).rows.size(), 2U);
  for (const auto& row : report.tables.at(1).rows) EXPECT_EQ(row[2], Cell(std::string("yes")));
}

TEST(Figure2a, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(figure_2a({.alphas = {}}), UsageError);
  EXPECT_THROW(figure_2a({.draws = {0}}), UsageError);
}

}  // namespace
}  // namespace renyi::figure_2a_test
