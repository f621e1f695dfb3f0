#include "cli/vae_progress.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace renyi::vae_progress_test {
namespace {

using cli::vae_progress_observer;
using cli::vae_progress_text;

TEST(VaeProgress, SaysWhichFitAndWhereItStands) {
  const Progress training{
      .epoch = 12, .epochs = 500, .bound = 1310.25, .effective_draws = 2.5, .seconds_left = 65.0};
  EXPECT_EQ(vae_progress_text(2, 6, "vae/frey", {.training = training}),
            "fit 2/6 vae/frey: epoch 12/500  bound 1310.25  ESS 2.5  1m05s left");
  EXPECT_EQ(vae_progress_text(2, 6, "vae/frey", {.images_done = 40, .images = 197}),
            "fit 2/6 vae/frey: evaluated 40/197 images");
  EXPECT_EQ(vae_progress_text(0, 0, "fig5", {.images_done = 1, .images = 2}),
            "fig5: evaluated 1/2 images");
}

TEST(VaeProgress, WritesALineNowAndThenToAFile) {
  std::ostringstream err;
  const auto observe = vae_progress_observer(err, {.terminal = false}, 3600.0);
  for (std::int64_t job = 1; job <= 2; ++job)
    for (Index done = 1; done <= 5; ++done)
      observe(job, 2, "a", {.images_done = done, .images = 5});
  EXPECT_EQ(err.str(), "fit 1/2 a: evaluated 1/5 images\nfit 2/2 a: evaluated 1/5 images\n");
  EXPECT_FALSE(vae_progress_observer(err, {.quiet = true}));
}

}  // namespace
}  // namespace renyi::vae_progress_test
