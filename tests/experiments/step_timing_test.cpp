#include "experiments/step_timing.hpp"

#include <gtest/gtest.h>

namespace renyi::step_timing_test {
namespace {

TEST(StepTiming, MoreWorkTakesLonger) {
  ThreadPool pool(1);
  VaeOptions vae;
  vae.architecture = parse_architecture("d20-s3");
  vae.train.batch = 10;
  vae.train.draws = 2;
  const double few = time_vae_step(vae, 16, pool, nullptr);
  vae.train.draws = 200;
  EXPECT_GT(few, 0.0);
  EXPECT_GT(time_vae_step(vae, 16, pool, nullptr), few);
  BnnOptions bnn{.hidden = {10}};
  bnn.train.draws = 2;
  bnn.train.batch = 8;
  const double one = time_bnn_step(bnn, 3, pool, nullptr);
  bnn.train.draws = 400;
  EXPECT_GT(one, 0.0);
  EXPECT_GT(time_bnn_step(bnn, 3, pool, nullptr), one);
}

}  // namespace
}  // namespace renyi::step_timing_test
