#include "cli/bnn_orders.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::cli::bnn_orders_test {
namespace {

std::vector<BnnOrder> example() {
  return {{.alpha = Alpha(1.0), .fit = BnnFit{}, .log_densities = Vector{{-1.0, -2.0, -3.0}}},
          {.alpha = Alpha(0.5), .fit = BnnFit{}, .log_densities = Vector{{-0.5, -1.0, -3.0}}},
          {.alpha = Alpha::vr_max()}};
}

TEST(BnnOrders, TheBestHasTheHighestMean) {
  EXPECT_EQ(best_order(example()), 1U);
  EXPECT_EQ(best_order({{.alpha = Alpha(1.0)}}), std::nullopt);
}

// Rows are compared with themselves: differences 0.5, 1, 0 have mean 0.5 and sd 0.5.
TEST(BnnOrders, DifferencesAreThoseOfRows) {
  const Table table = bnn_orders_table(example(), 1);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[0][1]), -2.0);
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[0][3]), 0.5);
  EXPECT_NEAR(std::get<double>(table.rows[0][4]), 0.5 / std::sqrt(3.0), 1e-12);
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[1][3]), 0.0);
  for (std::size_t column = 1; column < 6; ++column)
    EXPECT_TRUE(std::holds_alternative<NotAvailable>(table.rows[2][column]));
}

TEST(BnnOrders, TheFigureLeavesOutWhatFailed) {
  const Figure figure = bnn_orders_figure(example(), 1);
  EXPECT_EQ(figure.x.categories, (std::vector<std::string>{"1", "0.5", "-inf"}));
  EXPECT_EQ(figure.series[0].x, (std::vector<double>{0.0, 1.0}));
  EXPECT_DOUBLE_EQ(figure.series[0].y[0], -0.5);
}

}  // namespace
}  // namespace renyi::cli::bnn_orders_test
