#include "cli/vae_evaluation.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <sstream>

#include "cli/interrupt.hpp"

namespace renyi::cli::vae_evaluation_test {
namespace {

VaeScores example() {
  VaeScores scores{Vector(4), Vector(4), Vector(4)};
  scores.log_likelihoods << -3.0, -1.0, -2.0, -2.0;
  scores.effective_draws << 10.0, 40.0, 20.0, 30.0;
  scores.pareto_k << 0.9, 0.1, std::nan(""), 0.2;
  return scores;
}

TEST(VaeEvaluation, GivesMeansAndWhetherToTrustThem) {
  const Table table = image_scores_table({.pixels = 2}, example(), 50);
  EXPECT_EQ(table.title, "Scores on 4 images, 50 draws each");
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(table.rows[0][1], Cell(-2.0));
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[0][2]), std::sqrt(2.0 / 12.0));
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[1][1]), 1.0 / std::log(2.0)) << "bits per pixel";
  EXPECT_EQ(table.rows[2][1], Cell(25.0)) << "median";
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[3][1]), 1.0 / 3.0) << "of the known k";
}

TEST(VaeEvaluation, HasNoBitsOfNumbersAndNoErrorOfOneImage) {
  VaeSpec spec{.pixels = 2};
  spec.likelihood.model = PixelModel::gaussian;
  VaeScores one{Vector::Zero(1), Vector::Ones(1), Vector::Constant(1, std::nan(""))};
  const Table table = image_scores_table(spec, one, 1);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0][2], Cell(NotAvailable{}));
  EXPECT_EQ(table.rows[2][1], Cell(NotAvailable{})) << "share of images with a large k";
}

TEST(VaeEvaluation, HasARowAnImage) {
  const Table table = images_table(example());
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(table.rows[1], (std::vector<Cell>{std::int64_t{2}, -1.0, 40.0, 0.1}));
  EXPECT_EQ(table.rows[2][3], Cell(NotAvailable{}));
}

TEST(VaeEvaluation, FiguresGoByTheLogLikelihood) {
  const auto figures = image_score_figures(example());
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].series[0].x, (std::vector{-3.0, -2.0, -2.0, -1.0}));
  EXPECT_EQ(figures[0].series[0].y, (std::vector{0.25, 0.5, 0.75, 1.0}));
  EXPECT_EQ(figures[1].series[0].y.front(), 0.9);
}

TEST(VaeEvaluation, ProgressCountsImages) {
  std::ostringstream err;
  CommonOptions common{.err = &err};
  const InterruptGuard guard;
  EXPECT_TRUE(image_progress(common, 2)(2));
  EXPECT_EQ(err.str(), "image 2/2  0s left\n");
  common.quiet = true;
  EXPECT_TRUE(image_progress(common, 2)(1));
  EXPECT_EQ(err.str(), "image 2/2  0s left\n");
}

TEST(VaeEvaluation, ASignalStopsIt) {
  const InterruptGuard guard;
  const VaeProgress progress = image_progress({}, 2);
  EXPECT_TRUE(progress(1));
  ::raise(SIGINT);
  EXPECT_FALSE(progress(2));
}

}  // namespace
}  // namespace renyi::cli::vae_evaluation_test
