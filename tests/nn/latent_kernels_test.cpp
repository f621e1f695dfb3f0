#include "renyi/nn/latent_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/gradient_check.hpp"
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

// The backward kernels.
namespace renyi::latent_kernels_test::backward {
namespace {

using test::each_target;
using test::Guarded;
using test::latent_cases;
using test::LatentCase;

// log N(h; mean, e^log_sd) without its constant.
double log_density(double h, double mean, double log_sd) {
  const double t = (h - mean) * std::exp(-log_sd);
  return -0.5 * t * t - log_sd;
}

// What a backward kernel made of a case: the derivatives by the heads and by the latents.
struct Gradients {
  Vector heads, latents;
};

template <class T>
Gradients pull_back_draw(const LatentCase& c) {
  const Guarded<T> noise(c.noise), arrived(c.gradients);
  Vector sds(c.draws * c.size);
  for (Index i = 0; i < sds.size(); ++i)
    sds(i) = std::exp(c.log_sd(c.heads, i / c.size, i % c.size));
  const Guarded<T> exact_sds(sds);
  Guarded<T> heads(Vector::Ones(c.heads.size()));
  kernels::latent_kernels<T>().pull_back_draw({arrived.data(), exact_sds.data(), noise.data(),
                                               c.stride, c.size, c.per_head, c.draws, c.path.data(),
                                               c.score.data(), heads.data()});
  EXPECT_TRUE(heads.is_intact());
  return {heads.numbers().array() - 1.0, {}};
}

template <class T>
Gradients pull_back_density(const LatentCase& c) {
  Guarded<T> heads(c.heads), latent_gradients(c.gradients);
  const Guarded<T> latents(c.latents);
  kernels::latent_kernels<T>().pull_back_density({heads.data(), c.size, c.draws, latents.data()},
                                                 c.model.data(), c.path.data(),
                                                 latent_gradients.data());
  EXPECT_TRUE(heads.is_intact() && latent_gradients.is_intact());
  return {heads.numbers(), latent_gradients.numbers() - c.gradients};
}

template <class T>
Gradients pull_back_prior(const LatentCase& c) {
  const Guarded<T> latents(c.latents);
  Guarded<T> latent_gradients(c.gradients);
  kernels::latent_kernels<T>().pull_back_prior(latents.data(), c.size, c.draws, c.path.data(),
                                               latent_gradients.data());
  EXPECT_TRUE(latent_gradients.is_intact());
  return {{}, latent_gradients.numbers() - c.gradients};
}

void expect_derivative(const std::function<double(const Vector&)>& f, const Vector& x,
                       const Vector& gradient) {
  // Differences of a long sum are rounded beside the whole of it.
  const auto check =
      check_gradient(f, x, gradient, {.absolute_tolerance = 1e-10 * (100.0 + std::abs(f(x)))});
  EXPECT_TRUE(check.passed) << check.to_string();
}

constexpr Index longest = 40;  // rows of which differences by every number are taken

// The draw moves with the arrived gradient and the path's coefficient, in a density whose head is
// held; the score's coefficient is that of the head in the density of a draw which is held.
TEST(LatentGradients, OfDrawsAreDerivativesOfPathAndScore) {
  for (const LatentCase& c : latent_cases()) {
    if (c.size > longest) continue;
    const auto f = [&](const Vector& heads) {
      double sum = 0.0;
      for (Index r = 0; r < c.draws; ++r)
        for (Index j = 0; j < c.size; ++j) {
          const double moving = c.drawn(heads, r, j), held = c.drawn(c.heads, r, j);
          sum += c.gradients(r * c.size + j) * moving -
                 c.path(r) * log_density(moving, c.mean(c.heads, r, j), c.log_sd(c.heads, r, j)) -
                 c.score(r) * log_density(held, c.mean(heads, r, j), c.log_sd(heads, r, j));
        }
      return sum;
    };
    each_target([&] { expect_derivative(f, c.heads, pull_back_draw<double>(c).heads); });
  }
}

TEST(LatentGradients, OfDensitiesAreDerivatives) {
  for (const LatentCase& c : latent_cases()) {
    if (c.per_head != 1 || c.size > longest) continue;
    const auto f = [&](const Vector& heads, const Vector& latents, const Vector& coefficients) {
      double sum = 0.0;
      for (Index r = 0; r < c.draws; ++r)
        for (Index j = 0; j < c.size; ++j)
          sum += coefficients(r) *
                 log_density(latents(r * c.size + j), c.mean(heads, r, j), c.log_sd(heads, r, j));
      return sum;
    };
    each_target([&] {
      const auto [by_heads, by_latents] = pull_back_density<double>(c);
      expect_derivative([&](const Vector& x) { return f(x, c.latents, c.model); }, c.heads,
                        by_heads);
      expect_derivative([&](const Vector& x) { return f(c.heads, x, c.path); }, c.latents,
                        by_latents);
      const Vector standard = Vector::Zero(c.heads.size());
      expect_derivative([&](const Vector& x) { return f(standard, x, c.path); }, c.latents,
                        pull_back_prior<double>(c).latents);
    });
  }
}

// Relative to the largest number in the row's arithmetic, at most e^|log sd| squared.
TEST(LatentGradients, InSinglePrecisionAreThoseInDouble) {
  const auto expect_near = [](const Vector& found, const Vector& exact, double size) {
    ASSERT_EQ(found.size(), exact.size());
    for (Index i = 0; i < found.size(); ++i)
      ASSERT_NEAR(found(i), exact(i), 8.0 * std::numeric_limits<float>::epsilon() * size)
          << i << " of " << found.size();
  };
  for (const LatentCase& c : latent_cases())
    each_target([&] {
      const double latent = 1.0 + c.latents.cwiseAbs().maxCoeff() + c.heads.cwiseAbs().maxCoeff();
      const double noise = 1.0 + c.noise.cwiseAbs().maxCoeff();
      const double sd = std::exp(c.heads.cwiseAbs().maxCoeff());
      const double coefficient = 1.0 + c.path.cwiseAbs().maxCoeff() +
                                 c.model.cwiseAbs().maxCoeff() + c.score.cwiseAbs().maxCoeff();
      expect_near(pull_back_draw<float>(c).heads, pull_back_draw<double>(c).heads,
                  coefficient * noise * noise * sd);
      if (c.per_head != 1) return;
      const Gradients found = pull_back_density<float>(c), exact = pull_back_density<double>(c);
      expect_near(found.heads, exact.heads, coefficient * latent * latent * sd * sd);
      expect_near(found.latents, exact.latents, coefficient * latent * sd * sd);
      expect_near(pull_back_prior<float>(c).latents, pull_back_prior<double>(c).latents,
                  coefficient * latent);
    });
}

}  // namespace
}  // namespace renyi::latent_kernels_test::backward
