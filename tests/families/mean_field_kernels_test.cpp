#include "renyi/families/mean_field_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/random.hpp"
#include "tests/core/each_target.hpp"

namespace renyi::mean_field_kernels_test {
namespace {

using test::each_target;

Vector normal(Index size, std::uint64_t seed) {
  Vector v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v;
}

template <class T>
struct Kept {
  Eigen::Matrix<T, Eigen::Dynamic, 1> mean, sd, share;
  double log_sd_sum;
  Kept(const MeanFieldGaussian& family, const Vector& parameters) {
    const Index n = parameters.size() / 2;
    mean.setConstant(n + 1, T{7});
    sd = share = mean;
    log_sd_sum =
        kernels::fill_moments(family, kernels::Moments<T>{parameters.data(), parameters.data() + n,
                                                          n, mean.data(), sd.data(), share.data()});
  }
};

// Against the family's own functions, for lengths that are and are not whole vectors.
template <class T>
void expect_the_familys_own(const MeanFieldGaussian& family, Index n) {
  const double tolerance = sizeof(T) == 4 ? 1e-6 : 1e-14;
  Vector parameters = 3.0 * normal(2 * n, 3);
  const Kept<T> got(family, parameters);
  Vector mean(n), sd(n);
  family.moments(parameters, mean, sd);
  EXPECT_LE((got.mean.head(n).template cast<double>() - mean).norm(), tolerance * mean.norm());
  EXPECT_LE((got.sd.head(n).template cast<double>() - sd).norm(), tolerance * sd.norm());
  EXPECT_EQ(got.mean(n), T{7});
  EXPECT_EQ(got.sd(n), T{7});
  const double log_sd_sum = sd.array().log().sum();
  EXPECT_NEAR(got.log_sd_sum, log_sd_sum, 1e-13 * static_cast<double>(n + 5));

  const Vector mean_gradient = normal(n, 1), log_sd_gradient = normal(n, 2);
  Vector want = normal(2 * n, 4), gradient = want;
  family.pull_back(parameters, mean_gradient, log_sd_gradient, want);
  kernels::pull_back_moments(
      family, kernels::MomentsGradient<T>{parameters.data(), got.sd.data(), got.share.data(), n,
                                          mean_gradient.data(), log_sd_gradient.data(),
                                          gradient.data(), gradient.data() + n});
  EXPECT_LE((gradient - want).norm(), tolerance * want.norm());
}

TEST(MeanFieldKernels, AgreeWithTheFamilysOwnFunctions) {
  each_target([] {
    for (const Parameterisation way : {Parameterisation::direct, Parameterisation::site})
      for (const Index n : {1, 3, 4, 7, 300, 6001}) {
        expect_the_familys_own<float>({way, 1.3}, n);
        expect_the_familys_own<double>({way, 1.3}, n);
      }
  });
}

TEST(MeanFieldKernels, ExtremeScalesStayFinite) {
  each_target([] {
    const MeanFieldGaussian family{Parameterisation::site, 1.0};
    for (const double scale : {-800.0, -600.0, 600.0, 1e4}) {
      Vector parameters(2);
      parameters << 2.0, scale;
      const Kept<double> got(family, parameters);
      EXPECT_NEAR(got.mean(0), scale > 0.0 ? 0.0 : 2.0, 1e-12);
      EXPECT_NEAR(got.sd(0), scale > 0.0 ? 1.0 : 0.0, 1e-12);
      const double expected = scale > 0.0      ? 0.0
                              : scale < -700.0 ? -std::numeric_limits<double>::infinity()
                                               : 0.5 * scale;
      if (std::isinf(expected)) {
        EXPECT_EQ(got.log_sd_sum, expected);
      } else {
        EXPECT_NEAR(got.log_sd_sum, expected, 1e-12);
      }
    }
  });
}

}  // namespace
}  // namespace renyi::mean_field_kernels_test
