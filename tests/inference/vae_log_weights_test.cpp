#include "renyi/inference/vae_log_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/bound/diagnostics.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/inference/vae_scores.hpp"

namespace renyi::vae_log_weights_test {
namespace {

// The scores of the same images, by other draws: both errors by the effective number of draws.
TEST(VaeLogWeights, HaveTheEvidenceOfTheScores) {
  for (const bool binarise : {false, true}) {
    VaeModel model;
    model.spec = {.pixels = 9, .architecture = parse_architecture("d8-s3")};
    model.parameters = 0.2f * VaeNetworks(model.spec).start(3, VectorF::Constant(9, 0.5f));
    model.treatment.binarise = binarise;
    MatrixF images(4, 9);
    fill_uniform({.seed = 4, .purpose = Purpose::data}, {}, images);
    constexpr Index draws = 10'050;  // not a multiple of what is drawn at a time
    const Matrix log_weights = vae_log_weights(model, images, draws, 2);
    ASSERT_EQ(log_weights.rows(), draws);
    ASSERT_EQ(log_weights.cols(), 4);
    const VaeScores scores = score_images(model, images, {.draws = draws, .seed = 2});
    const Vector evidence = renyi_bound(Alpha::iwae(), log_weights).values;
    for (Index i = 0; i < 4; ++i) {
      const double effective = diagnose(Alpha::iwae(), log_weights.col(i)).effective_draws;
      EXPECT_NEAR(evidence(i), scores.log_likelihoods(i),
                  4.0 * std::sqrt(2.0 * (1.0 / effective - 1.0 / draws)));
    }
  }
}

}  // namespace
}  // namespace renyi::vae_log_weights_test
