#include "experiments/vr_max_speed.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"
#include "tests/experiments/vae_folders.hpp"

namespace renyi::vr_max_speed_test {
namespace {

using testing::number;

TEST(VrMaxSpeed, TimesBothInTurn) {
  const testing::TemporaryFolder folder;
  testing::write_frey(folder);
  ThreadPool pool(1);
  std::int64_t epochs = 0;
  const Report report =
      vr_max_speed({.data = folder.path(), .draws = 5, .batch = 10, .epochs = 3}, pool,
                   {.progress =
                        [&](const VaeJobProgress& progress) {
                          epochs += progress.training.value().epoch_ended ? 1 : 0;
                        }})
          .value();
  EXPECT_EQ(epochs, 2 * (1 + 3));
  const Table& seconds = testing::table(report, "seconds");
  ASSERT_EQ(seconds.rows.size(), 2U);
  for (std::size_t row = 0; row < 2; ++row) {
    EXPECT_GT(number(seconds, row, 3), 0.0);
    EXPECT_LE(number(seconds, row, 3), number(seconds, row, 2));
    EXPECT_LE(number(seconds, row, 2), number(seconds, row, 4));
  }
  const Table& ratio = testing::table(report, "ratio");
  EXPECT_EQ(number(ratio, 0, 4), number(seconds, 0, 2) / number(seconds, 1, 2));
  EXPECT_NEAR(number(ratio, 0, 5), 2.99, 0.005);
}

TEST(VrMaxSpeed, StopsWhenAskedAndRefusesWhatHasNoMeaning) {
  ThreadPool pool(1);
  EXPECT_FALSE(vr_max_speed({.draws = 1}, pool, {.stop = [] { return true; }}));
  EXPECT_THROW(VrMaxSpeedOptions{.draws = 0}.validate(), UsageError);
  EXPECT_THROW(VrMaxSpeedOptions{.batch = 0}.validate(), UsageError);
  EXPECT_THROW(VrMaxSpeedOptions{.epochs = 0}.validate(), UsageError);
}

}  // namespace
}  // namespace renyi::vr_max_speed_test
