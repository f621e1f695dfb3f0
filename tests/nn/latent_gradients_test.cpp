// The backward kernels of renyi/nn/latent_kernels.hpp.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/gradient_check.hpp"
#include "renyi/nn/latent_kernels.hpp"
#include "tests/core/each_target.hpp"
#include "tests/nn/latent_case.hpp"

namespace renyi::latent_gradients_test {
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
}  // namespace renyi::latent_gradients_test
