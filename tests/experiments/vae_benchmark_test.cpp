#include "experiments/vae_benchmark.hpp"

#include <gtest/gtest.h>

namespace renyi::vae_benchmark_test {
namespace {

TEST(VaeBenchmark, HasThePresetOfItsName) {
  EXPECT_EQ(preset_of(VaeBenchmark::frey), VaePreset::frey);
  EXPECT_EQ(preset_of(VaeBenchmark::caltech), VaePreset::caltech);
  EXPECT_EQ(preset_of(VaeBenchmark::mnist), VaePreset::mnist);
  EXPECT_EQ(preset_of(VaeBenchmark::omniglot), VaePreset::omniglot);
}

// Table 3 of the appendix.
TEST(VaeBenchmark, HasTheNetworksOfThePaper) {
  const auto network = [](VaeBenchmark benchmark, Index layers) {
    return to_string(vae_preset(preset_of(benchmark), layers).architecture);
  };
  EXPECT_EQ(network(VaeBenchmark::frey, 1), "d200-d200-s20");
  EXPECT_EQ(network(VaeBenchmark::caltech, 1), "d500-s200");
  EXPECT_EQ(network(VaeBenchmark::mnist, 1), "d200-d200-s50");
  EXPECT_EQ(network(VaeBenchmark::omniglot, 2), "d200-d200-s100-d100-d100-s50");
}

}  // namespace
}  // namespace renyi::vae_benchmark_test
