#include "experiments/weights_in_training.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/core/random.hpp"

namespace renyi::weights_in_training_test {
namespace {

TEST(WeightSummary, IsThatOfTheNormalisedWeights) {
  Matrix weights(3, 2);
  weights << 1, 2,  //
      6, 4,         //
      3, 4;
  const WeightSummary summary = summarise_weights(weights.array().log() + 700.0);
  // R is 6/4 and 4/6.
  EXPECT_NEAR(summary.mean_log_ratio, 0.0, 1e-12);
  EXPECT_NEAR(summary.median_log_ratio, 0.0, 1e-12);
  EXPECT_NEAR(summary.largest(0), 0.5 * (0.6 + 0.4), 1e-12);
  EXPECT_NEAR(summary.largest(1), 0.5 * (0.3 + 0.4), 1e-12);
  EXPECT_NEAR(summary.largest(2), 0.5 * (0.1 + 0.2), 1e-12);
  EXPECT_NEAR(summary.log_ratio_of_mean(), 0.0, 1e-12);
}

// Where 1 - w_max is 0 in the arithmetic of doubles.
TEST(WeightSummary, KeepsRatiosThatAreFar) {
  EXPECT_EQ(summarise_weights(Vector{{-2000.0, 0.0}}).mean_log_ratio, 2000.0);
  Matrix one_far = Matrix::Zero(2, 3);
  one_far(0, 1) = 300.0;
  EXPECT_EQ(summarise_weights(one_far).mean_log_ratio, 100.0);
  EXPECT_EQ(summarise_weights(one_far).median_log_ratio, 0.0);
}

RC_GTEST_PROP(WeightSummary, SumsToOneInDescendingOrder, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  Matrix log_weights(*rc::gen::inRange(2, 20), *rc::gen::inRange(1, 10));
  fill_normal({seed, Purpose::test}, {}, log_weights);
  const Vector largest = summarise_weights(log_weights).largest;
  RC_ASSERT(std::abs(largest.sum() - 1.0) < 1e-12);
  for (Index i = 1; i < largest.size(); ++i) RC_ASSERT(largest(i) <= largest(i - 1));
}

MatrixF random_images() {
  MatrixF images(30, 12);
  fill_uniform({1, Purpose::test}, {}, images);
  return images;
}

WeightsRun short_run() {
  WeightsRun run{.fit = vae_preset(VaePreset::frey, 1), .steps = 7, .every = 3, .images = 8};
  run.fit.train.batch = 10;
  return run;
}

TEST(WeightsInTraining, RecordsTheFirstStepAndEverySoMany) {
  ThreadPool one(1), two(2);
  const auto records = weights_in_training(short_run(), random_images(), one).value();
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[0].step, 1);
  EXPECT_EQ(records[1].step, 3);
  EXPECT_EQ(records[2].step, 6);
  const auto again = weights_in_training(short_run(), random_images(), two).value();
  EXPECT_EQ(records[2].weights.largest, again[2].weights.largest);
}

TEST(WeightsInTraining, StopsWhenAsked) {
  ThreadPool pool(1);
  int steps = 0;
  EXPECT_FALSE(weights_in_training(short_run(), random_images(), pool,
                                   {.stop = [&] { return ++steps == 2; }}));
  EXPECT_EQ(steps, 2);
}

}  // namespace
}  // namespace renyi::weights_in_training_test
