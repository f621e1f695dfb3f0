#include "renyi/nn/latent_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/core/each_target.hpp"
#include "tests/core/ulp.hpp"
#include "tests/nn/latent_case.hpp"

namespace renyi::latent_kernels_test {
namespace {

using test::each_target;
using test::Guarded;
using test::latent_cases;
using test::LatentCase;
using test::normal_numbers;

template <class T>
class LatentKernels : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(LatentKernels, Precisions);

// A sum and the size of what was added, against which its rounding is measured.
struct Sum {
  long double value = 0.0L, size = 0.0L;
  void add(long double term) {
    value += term;
    size += std::abs(term);
  }
  // Terms are summed one after another, in lanes: errors of either sign.
  template <class T>
  bool is_near(long double found, double terms) const {
    const long double unit = std::numeric_limits<T>::epsilon();
    return std::abs(found - value) <= (4.0L + std::sqrt(terms)) * unit * size;
  }
};

TYPED_TEST(LatentKernels, DrawsAreMeanPlusSdTimesNoiseAndWeighTheirOwnDensity) {
  using T = TypeParam;
  for (const LatentCase& c : latent_cases())
    each_target([&] {
      const Vector start = normal_numbers(c.draws, 8);
      const Guarded<T> heads(c.heads), noise(c.noise);
      Guarded<T> latents(c.latents), sds(c.latents);
      Guarded<double> log_weights(start);
      kernels::latent_kernels<T>().draw({heads.data(), c.size, c.per_head, c.draws, noise.data(),
                                         c.stride, latents.data(), sds.data()},
                                        log_weights.data());
      EXPECT_TRUE(latents.is_intact() && sds.is_intact() && log_weights.is_intact());
      for (Index r = 0; r < c.draws; ++r) {
        Sum expected;
        expected.add(start(r));
        for (Index j = 0; j < c.size; ++j) {
          const long double z = c.noise(r * c.stride + j), s = c.log_sd(c.heads, r, j);
          ASSERT_LE(test::ulp_distance(sds[r * c.size + j], std::exp(s)), 2.0);
          Sum latent;
          latent.add(c.mean(c.heads, r, j));
          latent.add(std::exp(s) * z);
          ASSERT_TRUE(latent.is_near<T>(latents[r * c.size + j], 1.0)) << c.size << ' ' << j;
          expected.add(s);
          expected.add(0.5L * z * z);
        }
        ASSERT_TRUE(expected.is_near<T>(log_weights[r], static_cast<double>(c.size))) << c.size;
      }
    });
}

TYPED_TEST(LatentKernels, DensitiesAndPriorsAreAddedToTheLogWeights) {
  using T = TypeParam;
  for (const LatentCase& c : latent_cases()) {
    if (c.per_head != 1) continue;
    each_target([&] {
      const Vector start = normal_numbers(c.draws, 8);
      Guarded<T> heads(c.heads);
      const Guarded<T> latents(c.latents);
      Guarded<double> density(start), prior(start);
      const auto& table = kernels::latent_kernels<T>();
      table.add_density({heads.data(), c.size, c.draws, latents.data()}, density.data());
      table.add_prior(latents.data(), c.size, c.draws, prior.data());
      EXPECT_EQ(heads.numbers(), c.heads);
      EXPECT_TRUE(density.is_intact() && prior.is_intact());
      for (Index r = 0; r < c.draws; ++r) {
        Sum of_density, of_prior;
        of_density.add(start(r));
        of_prior.add(start(r));
        for (Index j = 0; j < c.size; ++j) {
          const long double h = c.latents(r * c.size + j), s = c.log_sd(c.heads, r, j);
          const long double t = (h - c.mean(c.heads, r, j)) * std::exp(-s);
          of_density.add(-s);
          of_density.add(-0.5L * t * t);
          of_prior.add(-0.5L * h * h);
        }
        ASSERT_TRUE(of_density.is_near<T>(density[r], static_cast<double>(c.size))) << c.size;
        ASSERT_TRUE(of_prior.is_near<T>(prior[r], static_cast<double>(c.size))) << c.size;
      }
    });
  }
}

}  // namespace
}  // namespace renyi::latent_kernels_test
