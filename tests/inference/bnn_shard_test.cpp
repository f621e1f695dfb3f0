#include "renyi/inference/bnn_shard.hpp"

#include <gtest/gtest.h>

namespace renyi::bnn_shard_test {
namespace {

const Stream stream{.seed = 3, .purpose = Purpose::draws, .step = 7};

// Six draws of a small network for four rows, with any moments.
BnnBatch<float> some_batch() {
  BnnSpec model;
  model.network = {.inputs = 3, .hidden = {5, 9}, .outputs = 1};
  BnnBatch<float> batch(model);
  batch.data_rows = 20;
  batch.rows = batch.batch_rows = 4;
  batch.draws = 6;
  batch.reserve();
  fill_normal({.seed = 1}, {}, std::span(batch.inputs));
  fill_normal({.seed = 2}, {}, std::span(batch.targets));
  fill_normal({.seed = 3}, {}, std::span(batch.mean));
  std::fill(batch.sd.begin(), batch.sd.end(), 0.25f);
  return batch;
}

GradientCoefficients equal_coefficients(Index draws) {
  const Matrix equal = Matrix::Constant(draws, 1, 1.0 / static_cast<double>(draws));
  return {.model = equal, .path = equal, .score = equal};
}

// Which draws come together in one call, or one shard, is no part of the result.
TEST(BnnShard, DrawsAreFunctionsOfTheirNumber) {
  BnnBatch<float> batch = some_batch();
  BnnShard<float> one, other;
  one.reserve(batch);
  other.reserve(batch);
  Matrix together(6, 1), apart(6, 1);
  one.forward(batch, 0, 6, stream, together);
  for (const Index k : {4, 1, 5, 0, 2, 3})
    (k % 2 == 0 ? one : other).forward(batch, k, k + 1, stream, apart);
  EXPECT_EQ(together, apart);
}

TEST(BnnShard, SumsAreOfTheDrawsSinceItWasCleared) {
  BnnBatch<float> batch = some_batch();
  BnnShard<float> shard;
  shard.reserve(batch);
  Matrix log_weights(6, 1);
  shard.forward(batch, 0, 6, stream, log_weights);
  const GradientCoefficients coefficients = equal_coefficients(6);
  const auto sums = [&](Index begin, Index end) {
    shard.clear();
    shard.backward(batch, begin, end, coefficients);
    VectorF both(2 * batch.weights());
    both << Eigen::Map<const VectorF>(shard.sums().slopes.data(), batch.weights()),
        Eigen::Map<const VectorF>(shard.sums().noise_products.data(), batch.weights());
    return both;
  };
  const VectorF all = sums(0, 6), first = sums(0, 2), rest = sums(2, 6);
  EXPECT_GT(all.norm(), 0.0f);
  EXPECT_LT((all - first - rest).norm(), 1e-5f * (first.norm() + rest.norm()));
  EXPECT_NEAR(shard.sums().score, 4.0 / 6.0, 1e-15);
}

TEST(BnnShard, DrawsWithoutCoefficientsAddNothing) {
  BnnBatch<float> batch = some_batch();
  BnnShard<float> shard;
  shard.reserve(batch);
  Matrix log_weights(6, 1);
  shard.forward(batch, 0, 6, stream, log_weights);
  GradientCoefficients coefficients = equal_coefficients(6);
  for (Matrix* part : {&coefficients.model, &coefficients.path, &coefficients.score})
    (*part)(2, 0) = 0.0;
  shard.clear();
  shard.backward(batch, 2, 3, coefficients);
  EXPECT_TRUE(shard.sums().empty);
  EXPECT_EQ(shard.sums().score, 0.0);
  shard.backward(batch, 3, 4, coefficients);
  EXPECT_FALSE(shard.sums().empty);
}

}  // namespace
}  // namespace renyi::bnn_shard_test
