#include "experiments/vae_samples.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/experiments/vae_folders.hpp"

namespace renyi::vae_samples_test {
namespace {

using testing::TemporaryFolder;

TEST(VaeSamples, AreAGridOfImagesAnOrder) {
  const TemporaryFolder folder;
  testing::write_mnist(folder);
  ThreadPool pool(1);
  const VaeSamplesOptions options{.dataset = VaeBenchmark::mnist,
                                  .data = folder.path(),
                                  .layers = 2,
                                  .epochs = 2,
                                  .images = 6,
                                  .columns = 3,
                                  .models = folder.path()};
  const Report report = vae_samples(options, pool).value();
  ASSERT_EQ(report.images.size(), 2U);
  EXPECT_EQ(report.images[0].name, "samples_alpha_0");
  EXPECT_EQ(report.images[1].title, "VR-max (alpha = -inf), K = 5");
  EXPECT_EQ(report.images[0].images.size(), 6U);
  EXPECT_EQ(report.images[0].height, 4);
  EXPECT_EQ(report.images[0].width, 3);
  EXPECT_EQ(report.tables.at(0).rows.size(), 2U);
  EXPECT_FALSE(vae_samples(
      {.dataset = VaeBenchmark::mnist, .data = folder.path(), .epochs = 3, .models = folder.path()},
      pool, {.stop = [] { return true; }}));
}

TEST(VaeSamples, RefuseWhatHasNoMeaning) {
  EXPECT_THROW((VaeSamplesOptions{.data = "x", .images = 0}.validate()), UsageError);
  EXPECT_THROW((VaeSamplesOptions{.data = "x", .columns = 0}.validate()), UsageError);
  EXPECT_THROW((VaeSamplesOptions{.data = "x", .layers = 2}.validate()), UsageError);
  EXPECT_THROW(VaeSamplesOptions{}.validate(), UsageError);
}

}  // namespace
}  // namespace renyi::vae_samples_test
