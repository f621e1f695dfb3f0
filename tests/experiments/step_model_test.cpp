#include "experiments/step_model.hpp"

#include <gtest/gtest.h>

namespace renyi::step_model_test {
namespace {

constexpr Machine machine = {.flops = 1e11, .memory = 1e10, .latency = 1e-5, .bandwidth = 1e9};

TEST(StepModel, OfOneProcessComputesAndSteps) {
  const StepTime time = predict_step(
      machine, 0.5, {.flops = 1e9, .shards = 4, .parameter_bytes = 1e7, .array_bytes = 1e7}, 1);
  EXPECT_DOUBLE_EQ(time.compute, 1e9 / (0.5 * 1e11));
  EXPECT_DOUBLE_EQ(time.parameters, 7e7 / 1e10);
  EXPECT_EQ(time.communication, 0.0);
}

// Two shards of four each: two arrays go out by halves, then half of the sum.
TEST(StepModel, OfTwoProcessesSendsPieces) {
  const StepTime time = predict_step(
      machine, 0.5, {.flops = 1e9, .shards = 4, .parameter_bytes = 1e7, .array_bytes = 1e7}, 2);
  EXPECT_DOUBLE_EQ(time.compute, 0.5 * 1e9 / (0.5 * 1e11));
  EXPECT_DOUBLE_EQ(time.communication, 5.0 * 1e-5 + 1.5e7 / 1e9 + 2.0 * 4e7 / 1e10);
}

TEST(StepModel, WhereAllAreGatheredTheySendMoreWithEveryProcess) {
  const StepWork work{.flops = 1e9, .shards = 8, .array_bytes = 1e6, .gathers = true};
  EXPECT_DOUBLE_EQ(predict_step(machine, 1.0, work, 4).communication,
                   5.0 * 2e-5 + 2.0 * 1e6 * 3.0 / 1e9 + 2.0 * 1e6 * 10.0 / 1e10);
}

TEST(StepModel, MoreProcessesThanShardsComputeNoFaster) {
  const StepWork work{.flops = 1e9, .shards = 2, .parameter_bytes = 1e6, .array_bytes = 1e6};
  EXPECT_EQ(predict_step(machine, 1.0, work, 2).compute,
            predict_step(machine, 1.0, work, 64).compute);
  EXPECT_LT(predict_step(machine, 1.0, work, 2).total(),
            predict_step(machine, 1.0, work, 64).total());
}

// 784-200-200-50: the encoder has 784*200 + 200*200 + 200*100 weights and the decoder
// 50*200 + 200*200 + 200*784.
TEST(StepModel, CountsTheWorkOfModels) {
  VaeOptions vae = vae_preset(VaePreset::mnist, 1);
  const StepWork one = vae_step_work(vae, 784);
  EXPECT_EQ(one.shards, 2);
  const double weights = 784.0 * 200 * 2 + 200.0 * 200 * 2 + 200.0 * 100 + 50.0 * 200;
  EXPECT_GT(one.parameter_bytes, 4.0 * weights);
  EXPECT_LT(one.parameter_bytes, 4.0 * weights * 1.01);
  vae.train.batch = 100;
  EXPECT_EQ(vae_step_work(vae, 784).shards, 4);
  EXPECT_DOUBLE_EQ(vae_step_work(vae, 784).flops, 5.0 * one.flops);
  BnnOptions bnn{.hidden = {50}};
  bnn.train.draws = 100;
  bnn.train.batch = 32;
  const StepWork network = bnn_step_work(bnn, 13);
  EXPECT_EQ(network.shards, 8);
  EXPECT_DOUBLE_EQ(network.array_bytes, 2.0 * 4.0 * (14.0 * 50 + 51));
}

TEST(StepModel, RowsInPlaceOfDrawsDrawAllWeightsInEveryShard) {
  BnnOptions bnn{.hidden = {50}, .row_shards = 4};
  bnn.train.draws = 10;
  bnn.train.batch = 32;
  const StepWork work = bnn_step_work(bnn, 13);
  const double weights = 14.0 * 50 + 51;
  EXPECT_EQ(work.shards, 4);
  EXPECT_DOUBLE_EQ(work.flops, 10.0 * weights * (6.0 * 32 + 4.0 * 120));
  EXPECT_FALSE(work.gathers);
  // Two shards of ten log-weights to the other, then gradients by halves and half of their sum.
  const double array = 2.0 * 8.0 * weights;
  EXPECT_DOUBLE_EQ(
      predict_step(machine, 1.0, work, 2).communication,
      6.0 * 1e-5 + (2.0 * 80.0 + 1.5 * array) / 1e9 + 2.0 * array * (2.0 + 2.0) / 1e10);
}

}  // namespace
}  // namespace renyi::step_model_test
