#include "cli/density_tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/regression_density.hpp"

namespace renyi::cli::density_tables_test {
namespace {

const testing::RegressionDensity& density() {
  static const testing::RegressionDensity density(30, 2);
  return density;
}
const DensityFit& fit() {
  static const DensityFit fit = fit_density(density(), {});
  return fit;
}
NamedDraws named(Vector weights = {}) {
  return {{"a", "b"}, fit().draws.theta, std::move(weights)};
}
double number(const Table& table, std::size_t row, std::size_t column) {
  return std::get<double>(table.rows.at(row).at(column));
}

TEST(DensityTables, TheVerdictComesFirst) {
  const Table table = verdict_table("rents", fit(), fit().trust);
  EXPECT_EQ(table.title, "rents: trust it");
  EXPECT_EQ(std::get<std::string>(table.rows[0][1]), "trust it");
  EXPECT_EQ(std::get<std::int64_t>(table.rows[2][1]), 2);
}

TEST(DensityTables, EvidenceRisesToTheEstimate) {
  const Table table = evidence_table(fit().trust);
  ASSERT_EQ(table.rows.size(), 7U) << "alpha = 1, K = 1, 10, 100, 1000, and the two estimates";
  EXPECT_LE(number(table, 5, 4), number(table, 5, 2));
  EXPECT_GE(number(table, 5, 5), number(table, 5, 2));
  EXPECT_NEAR(number(table, 5, 2), density().log_evidence(), 0.01);
  for (std::size_t i = 2; i < 5; ++i) EXPECT_GE(number(table, i, 2), number(table, i - 1, 2));
}

TEST(DensityTables, ParametersAreSummarised) {
  const Table table = parameters_table(named());
  ASSERT_EQ(table.rows.size(), 2U);
  const double sd = std::sqrt(density().covariance()(0, 0));
  EXPECT_NEAR(number(table, 0, 1), density().mean()(0), 0.1 * sd);
  EXPECT_NEAR(number(table, 0, 2), sd, 0.1 * sd);
  EXPECT_NEAR(number(table, 0, 3), density().mean()(0) - 1.645 * sd, 0.15 * sd);
  EXPECT_NEAR(number(table, 0, 5), density().mean()(0) + 1.645 * sd, 0.15 * sd);
}

TEST(DensityTables, WeightsCount) {
  Vector weights = Vector::Zero(fit().draws.theta.cols());
  weights(7) = 1.0;
  const Table table = parameters_table(named(weights));
  for (const std::size_t column : {1U, 3U, 4U, 5U})
    EXPECT_DOUBLE_EQ(number(table, 1, column), fit().draws.theta(1, 7));
  EXPECT_DOUBLE_EQ(number(table, 1, 2), 0.0);
}

TEST(DensityTables, ModesAndOrdersAreListed) {
  std::vector<DensityFit> fits;
  fits.push_back(fit_density(density(), {}));
  const Table modes = modes_table(find_modes(fits), fits);
  ASSERT_EQ(modes.rows.size(), 1U);
  EXPECT_EQ(modes.title, "1 mode found from 1 starts");
  EXPECT_DOUBLE_EQ(number(modes, 0, 3), 1.0);
  const Table orders = orders_table(choose_alpha(density(), {}, {Alpha(1.0), Alpha(0.5)}));
  ASSERT_EQ(orders.rows.size(), 2U);
  EXPECT_DOUBLE_EQ(number(orders, 1, 0), 0.5);
}

TEST(DensityTables, SayWhatIsKnownUpToAConstant) {
  Trust trust = fit().trust;
  EXPECT_EQ(evidence_table(trust).columns[2], "value");
  trust.up_to_a_constant = true;
  const Table evidence = evidence_table(trust);
  EXPECT_EQ(evidence.title, "Bounds and estimates of the log evidence, up to a constant");
  EXPECT_EQ(evidence.columns[2], "value_up_to_a_constant");
  AlphaChoice choice = choose_alpha(density(), {}, {Alpha(1.0)});
  choice.fits[0].trust.up_to_a_constant = true;
  EXPECT_EQ(orders_table(choice).columns[4], "log_evidence_up_to_a_constant");
  EXPECT_EQ(modes_table(find_modes(choice.fits), choice.fits).columns[2],
            "log_evidence_up_to_a_constant");
}

}  // namespace
}  // namespace renyi::cli::density_tables_test
