#include "cli/density_figures.hpp"

#include <gtest/gtest.h>

#include "tests/support/family_checks.hpp"

namespace renyi::cli::density_figures_test {
namespace {

TEST(DensityFigures, ShowTrainingAndWeights) {
  const Figure trace = trace_figure({-3.0, -2.0}, 10);
  EXPECT_EQ(trace.series[0].x, (std::vector{10.0, 20.0}));
  EXPECT_EQ(trace.series[0].y, (std::vector{-3.0, -2.0}));
  const Figure weights = weights_figure(Vector{{-1.0, 3.0, 0.0}});
  EXPECT_EQ(weights.series[0].y, (std::vector{0.0, -3.0, -4.0}));
}

TEST(DensityFigures, ShowMarginalsAndTheStrongestPair) {
  Matrix values = testing::normal_matrix(3, 4000, 1);
  values.row(2) += 2.0 * values.row(0);
  const NamedDraws draws{{"a", "b", "c"}, values, {}};
  const Figure marginals = marginals_figure(draws);
  ASSERT_EQ(marginals.series.size(), 3U);
  double area = 0.0;
  for (const double y : marginals.series[0].y) area += 0.2 * y;
  EXPECT_NEAR(area, 1.0, 0.01);
  const Figure pairs = pairs_figure(draws);
  EXPECT_EQ(pairs.x.label, "a");
  EXPECT_EQ(pairs.y.label, "c");
  EXPECT_EQ(pairs.series[0].x.size(), 1000U);
}

TEST(DensityFigures, DrawsCountByTheirWeights) {
  Vector weights = Vector::Zero(100);
  weights(42) = 1.0;
  const NamedDraws draws{{"a", "b"}, testing::normal_matrix(2, 100, 1), weights};
  const Figure pairs = pairs_figure(draws);
  for (const double x : pairs.series[0].x) EXPECT_EQ(x, draws.values(0, 42));
}

}  // namespace
}  // namespace renyi::cli::density_figures_test
