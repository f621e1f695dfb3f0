#include "renyi/inference/bnn_moments.hpp"

#include <gtest/gtest.h>

namespace renyi::bnn_moments_test {
namespace {

const Stream stream{.seed = 3, .purpose = Purpose::draws, .step = 7};

// Large enough that threads share its weights.
BnnBatch<float> large_batch() {
  BnnSpec model;
  model.network = {.inputs = 90, .hidden = {50}, .outputs = 1};
  BnnBatch<float> batch(model);
  batch.data_rows = 20;
  batch.rows = batch.batch_rows = 4;
  batch.draws = 2;
  batch.reserve();
  fill_normal({.seed = 1}, {}, std::span(batch.inputs));
  fill_normal({.seed = 2}, {}, std::span(batch.targets));
  return batch;
}

Vector normal(Index size, std::uint64_t seed) {
  Vector v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v;
}

TEST(BnnMoments, AreTheFamilysForAllWeights) {
  BnnBatch<float> batch = large_batch();
  const Index n = batch.weights();
  const Vector parameters = normal(2 * n + 1, 3);
  BnnMoments<float>().fill(parameters, nullptr, batch);
  Vector mean(n), sd(n);
  batch.model.family.moments(parameters.head(2 * n), mean, sd);
  for (Index i = 0; i < n; ++i) {
    ASSERT_NEAR(batch.mean[static_cast<std::size_t>(i)], mean(i), 1e-7 * std::abs(mean(i)));
    ASSERT_NEAR(batch.sd[static_cast<std::size_t>(i)], sd(i), 1e-7 * sd(i));
  }
  EXPECT_NEAR(batch.log_sd_sum, sd.array().log().sum(), 1e-9);
  EXPECT_EQ(batch.log_variance, parameters(2 * n));
}

TEST(BnnMoments, AreEqualBitForBitForAnyNumberOfThreads) {
  BnnBatch<float> batch = large_batch();
  const Vector parameters = normal(2 * batch.weights() + 1, 3);
  const auto run = [&](ThreadPool* pool) {
    BnnMoments<float> moments;
    moments.fill(parameters, pool, batch);
    std::vector<BnnShard<float>> shards(2);
    Matrix log_weights(2, 1);
    const Matrix half = Matrix::Constant(2, 1, 0.5);
    for (Index k = 0; k < 2; ++k) {
      BnnShard<float>& shard = shards[static_cast<std::size_t>(k)];
      shard.reserve(batch);
      shard.forward(batch, k, k + 1, stream, log_weights);
      shard.clear();
      shard.backward(batch, k, k + 1, {.model = half, .path = half, .score = half});
    }
    Vector gradient = Vector::Zero(parameters.size());
    moments.pull_back(parameters, batch, shards, pool, gradient);
    return gradient;
  };
  const Vector alone = run(nullptr);
  EXPECT_GT(alone.norm(), 0.0);
  ThreadPool two(2), three(3);
  EXPECT_EQ(run(&two), alone);
  EXPECT_EQ(run(&three), alone);
}

TEST(BnnMoments, ShardsWithoutDrawsAddNothing) {
  BnnBatch<float> batch = large_batch();
  const Vector parameters = normal(2 * batch.weights() + 1, 3);
  BnnMoments<float> moments;
  moments.fill(parameters, nullptr, batch);
  std::vector<BnnShard<float>> shards(2);
  for (BnnShard<float>& shard : shards) shard.clear();
  Vector gradient = parameters;
  moments.pull_back(parameters, batch, shards, nullptr, gradient);
  EXPECT_EQ(gradient, parameters);
}

}  // namespace
}  // namespace renyi::bnn_moments_test
