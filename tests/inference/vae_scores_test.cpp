#include "renyi/inference/vae_scores.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/bound/diagnostics.hpp"
#include "renyi/core/error.hpp"
#include "renyi/inference/vae_objective.hpp"

namespace renyi::vae_scores_test {
namespace {

VaeModel model_of(const char* architecture, bool binarise) {
  VaeModel model;
  model.spec = {.pixels = 9, .architecture = parse_architecture(architecture)};
  model.parameters = VaeNetworks(model.spec).start(3, VectorF::Constant(9, 0.5f));
  model.treatment.binarise = binarise;
  return model;
}

MatrixF images_of(Index count) {
  MatrixF images(count, 9);
  fill_uniform({.seed = 4, .purpose = Purpose::data}, {}, images);
  return images;
}

// The objective makes other draws, so the scores agree as far as draws do.
TEST(VaeScores, AreTheBoundOfOrderZero) {
  VaeModel model = model_of("d8-s3-d5-s2", false);
  model.parameters *= 0.2f;  // q is then near enough to the posterior for all these errors
  const MatrixF images = images_of(5);
  constexpr Index draws = 20'000;
  const VaeScores scores = score_images(model, images, {.draws = draws, .seed = 2});
  VaeObjective<double> objective(model.spec, images, false, nullptr);
  const std::vector<Index> rows = {0, 1, 2, 3, 4};
  Matrix log_weights;
  objective.draw(model.parameters.cast<double>(), rows, draws, {7, Purpose::draws, 1}, log_weights);
  for (Index i = 0; i < 5; ++i) {
    const Diagnostics diagnostics = diagnose(Alpha::iwae(), log_weights.col(i));
    const Bound bound = renyi_bound(Alpha::iwae(), log_weights.col(i));
    // Relative variances of both mean weights: 1/ESS - 1/K each.
    const double error = std::sqrt(2.0 * (1.0 / diagnostics.effective_draws - 1.0 / draws));
    EXPECT_NEAR(scores.log_likelihoods(i), bound.values(0), 4.0 * error);
    EXPECT_NEAR(scores.effective_draws(i) / diagnostics.effective_draws, 1.0, 0.2);
  }
}

TEST(VaeScores, DoNotDependOnThreadsNorOnOtherImages) {
  for (const bool binarise : {false, true}) {
    const VaeModel model = model_of("d8-s3", binarise);
    const MatrixF images = images_of(7);
    const VaeScores one = score_images(model, images, {.draws = 700});
    ThreadPool pool(3);
    const VaeScores three = score_images(model, images, {.draws = 700}, &pool);
    EXPECT_EQ(one.log_likelihoods, three.log_likelihoods);
    EXPECT_EQ(one.effective_draws, three.effective_draws);
    EXPECT_EQ(one.pareto_k, three.pareto_k);
    const VaeScores first = score_images(model, MatrixF(images.topRows(2)), {.draws = 700});
    EXPECT_EQ(first.log_likelihoods, one.log_likelihoods.head(2));
  }
}

TEST(VaeScores, AreMeansOverImages) {
  VaeScores scores;
  scores.log_likelihoods = Vector::LinSpaced(4, 1.0, 4.0);
  EXPECT_DOUBLE_EQ(scores.mean(), 2.5);
  EXPECT_DOUBLE_EQ(scores.standard_error(), std::sqrt(5.0 / 12.0));
  scores.log_likelihoods.resize(1);
  EXPECT_TRUE(std::isnan(scores.standard_error()));
}

TEST(VaeScores, StopWhenAskedTo) {
  const VaeModel model = model_of("d8-s3", false);
  const VaeScores scores = score_images(model, images_of(6), {.draws = 10}, nullptr,
                                        [](Index done) { return done < 2; });
  EXPECT_FALSE(std::isnan(scores.log_likelihoods(1)));
  EXPECT_TRUE(std::isnan(scores.log_likelihoods(2)));
}

TEST(VaeScores, RefuseImagesOfAnotherSize) {
  EXPECT_THROW(score_images(model_of("s2", false), MatrixF(MatrixF::Zero(2, 8)), {}), UsageError);
  EXPECT_THROW(score_images(model_of("s2", false), images_of(2), {.draws = 0}), UsageError);
}

}  // namespace
}  // namespace renyi::vae_scores_test
