#include "experiments/table_architectures.hpp"

#include <gtest/gtest.h>

#include "tests/experiments/report_cells.hpp"

namespace renyi::table_architectures_test {
namespace {

TEST(TableArchitectures, IsThePapersTable3) {
  const Report report = table_architectures();
  const Table& of = testing::table(report, "architectures");
  const auto text = [&of](std::size_t row, std::size_t column) {
    return std::get<std::string>(of.rows.at(row).at(column));
  };
  ASSERT_EQ(of.rows.size(), 6U);
  EXPECT_EQ(text(0, 2), "d200-d200-s20");
  EXPECT_EQ(text(0, 3), "softplus");
  EXPECT_EQ(text(0, 4), "Gaussian / Gaussian");
  EXPECT_EQ(text(1, 2), "d500-s200");
  EXPECT_EQ(text(2, 2), "d200-d200-s50");
  EXPECT_EQ(text(5, 2), "d200-d200-s100-d100-d100-s50");
  for (std::size_t row = 1; row < 6; ++row) {
    EXPECT_EQ(text(row, 3), "tanh");
    EXPECT_EQ(text(row, 4), "Bernoulli / Gaussian");
  }
}

// Weights and biases of 784-500-2x200 and 200-500-784.
TEST(TableArchitectures, CountsTheParameters) {
  const Report report = table_architectures();
  const Table& of = testing::table(report, "architectures");
  const std::int64_t encoder = 784 * 500 + 500 + 2 * (500 * 200 + 200);
  const std::int64_t decoder = 200 * 500 + 500 + 500 * 784 + 784;
  EXPECT_EQ(std::get<std::int64_t>(of.rows[1][5]), encoder + decoder);
}

}  // namespace
}  // namespace renyi::table_architectures_test
