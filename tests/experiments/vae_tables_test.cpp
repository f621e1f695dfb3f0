#include "experiments/vae_tables.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiments/report_cells.hpp"

namespace renyi::vae_tables_test {
namespace {

using testing::number;

std::vector<VaeFitScores> two_fits() {
  return {{{VaeBenchmark::frey, 1, 5}, Alpha::iwae(), {1370.3, 1390.3}, {2.0, 4.0}, {1.0, 2.0}},
          {{VaeBenchmark::mnist, 2, 5}, Alpha(-2.0), {-90.0}, {7.0}, {}},
          {{VaeBenchmark::mnist, 2, 5}, Alpha::vr_max(), {-85.04}, {8.0}, {-90.0}}};
}

TEST(VaeTables, PutMeansBesideThePapers) {
  const Table table = vae_scores_table(two_fits());
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0][4], Cell(std::string("IWAE")));
  EXPECT_NEAR(number(table, 0, 6), 1380.3, 1e-9);
  EXPECT_NEAR(number(table, 0, 7), 10.0, 1e-9);
  EXPECT_EQ(number(table, 0, 8), 1380.30);
  EXPECT_NEAR(number(table, 0, 10), 0.0, 1e-9);
  EXPECT_NEAR(number(table, 0, 12), 3.0, 1e-12);
  for (const std::size_t column : {7U, 8U, 9U, 10U, 11U})
    EXPECT_EQ(table.rows[1][column], Cell(NotAvailable{}));
  EXPECT_NEAR(number(table, 2, 10), -1.0, 1e-9);
  EXPECT_EQ(table.rows[2][11], Cell(NotAvailable{}));
}

TEST(VaeTables, DrawTheBoundsThatThereAre) {
  const Figure figure = vae_training_figure(two_fits());
  ASSERT_EQ(figure.series.size(), 2U);
  EXPECT_EQ(figure.series[0].x, (std::vector<double>{1.0, 2.0}));
  EXPECT_EQ(figure.series[1].y, (std::vector<double>{-90.0}));
}

TEST(VaeTables, NameMethodsAsThePaperDoes) {
  EXPECT_EQ(method_name(Alpha::vi()), "VAE");
  EXPECT_EQ(method_name(Alpha::iwae()), "IWAE");
  EXPECT_EQ(method_name(Alpha::vr_max()), "VR-max");
  EXPECT_EQ(method_name(Alpha(0.5)), "VR");
}

}  // namespace
}  // namespace renyi::vae_tables_test
