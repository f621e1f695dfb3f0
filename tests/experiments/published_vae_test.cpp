#include "experiments/published_vae.hpp"

#include <gtest/gtest.h>

namespace renyi::published_vae_test {
namespace {

TEST(PublishedVae, HasThePapersNumbers) {
  const auto frey = published_vae({VaeBenchmark::frey, 1, 5}, Alpha::vi()).value();
  EXPECT_EQ(frey.value, 1322.96);
  EXPECT_EQ(frey.standard_error, 10.03);
  EXPECT_EQ(published_vae({VaeBenchmark::frey, 1, 5}, Alpha(0.5)).value().value, 1374.64);
  EXPECT_EQ(published_vae({VaeBenchmark::caltech, 1, 50}, Alpha::vr_max()).value().value, -117.10);
  EXPECT_EQ(published_vae({VaeBenchmark::mnist, 2, 5}, Alpha::iwae()).value().value, -83.92);
  EXPECT_EQ(published_vae({VaeBenchmark::omniglot, 2, 50}, Alpha::vr_max()).value().value, -103.72);
  EXPECT_FALSE(published_vae({VaeBenchmark::mnist, 2, 50}, Alpha::vi()).value().standard_error);
}

TEST(PublishedVae, HasNoNumbersForOtherFits) {
  EXPECT_FALSE(published_vae({VaeBenchmark::frey, 1, 50}, Alpha::iwae()));
  EXPECT_FALSE(published_vae({VaeBenchmark::caltech, 2, 5}, Alpha::iwae()));
  EXPECT_FALSE(published_vae({VaeBenchmark::mnist, 1, 5}, Alpha(-1.0)));
  EXPECT_FALSE(published_vae({VaeBenchmark::omniglot, 1, 5}, Alpha(0.5)));
}

// What the table shows in bold: on every line IWAE or VR-max is the best, and VAE the worst.
TEST(PublishedVae, HasTheVaeLastOnEveryLine) {
  ASSERT_EQ(published_vae_settings().size(), 11U);
  for (const VaeSetting& setting : published_vae_settings()) {
    const double vae = published_vae(setting, Alpha::vi()).value().value;
    EXPECT_LT(vae, published_vae(setting, Alpha::iwae()).value().value);
    EXPECT_LT(vae, published_vae(setting, Alpha::vr_max()).value().value);
  }
}

}  // namespace
}  // namespace renyi::published_vae_test
