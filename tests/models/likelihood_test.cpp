#include "renyi/models/likelihood.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "renyi/core/gradient_check.hpp"
#include "renyi/core/random.hpp"

namespace renyi::likelihood_test {
namespace {

constexpr Index rows = 5;

Vector normal(Index size, std::uint64_t seed) {
  Vector v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v;
}

struct Case {
  Likelihood likelihood;
  Index count;
  Vector targets;
};
std::vector<Case> cases() {
  Vector classes(rows), binary(rows);
  classes << 0, 2, 1, 2, 0;
  binary << 0, 1, 1, 0, 1;
  return {{Likelihood::gaussian, 1, normal(rows, 1)},
          {Likelihood::gaussian_two_heads, 2, normal(rows, 2)},
          {Likelihood::bernoulli, 1, binary},
          {Likelihood::categorical, 3, classes}};
}

// Weighted sum of the rows' values; the last coordinate of x is the noise level.
double value(const Case& c, const Vector& weights, const Vector& x) {
  Vector values(rows);
  log_likelihoods(LikelihoodRows<double>{c.likelihood, rows, c.count, x.data(), c.targets.data(),
                                         x(x.size() - 1)},
                  values.data());
  return weights.dot(values);
}

TEST(LogLikelihood, GradientsEqualFiniteDifferences) {
  for (const Case& c : cases()) {
    const Vector x = normal(rows * c.count + 1, 3), weights = normal(rows, 4);
    Vector gradient(x.size());
    gradient(x.size() - 1) =
        log_likelihood_gradients(LikelihoodRows<double>{c.likelihood, rows, c.count, x.data(),
                                                        c.targets.data(), x(x.size() - 1)},
                                 weights.data(), gradient.data());
    const auto check =
        check_gradient([&](const Vector& at) { return value(c, weights, at); }, x, gradient);
    EXPECT_TRUE(check.passed) << to_string(c.likelihood) << '\n' << check.to_string();
  }
}

TEST(LogLikelihood, TwoHeadsWithEqualNoiseAreOneNoiseLevel) {
  const Vector targets = normal(rows, 5), means = normal(rows, 6);
  Vector both(2 * rows), one(rows), two(rows);
  for (Index i = 0; i < rows; ++i) {
    both(2 * i) = means(i);
    both(2 * i + 1) = -0.3;
  }
  log_likelihoods(
      LikelihoodRows<double>{Likelihood::gaussian, rows, 1, means.data(), targets.data(), -0.3},
      one.data());
  log_likelihoods(LikelihoodRows<double>{Likelihood::gaussian_two_heads, rows, 2, both.data(),
                                         targets.data(), 0.0},
                  two.data());
  EXPECT_LT((one - two).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(LogLikelihood, ProbabilitiesOfClassesSumToOne) {
  const Vector logits = 30.0 * normal(3, 7);
  double sum = 0.0;
  for (double target = 0.0; target < 3.0; ++target) {
    double log_probability = 0.0;
    log_likelihoods(
        LikelihoodRows<double>{Likelihood::categorical, 1, 3, logits.data(), &target, 0.0},
        &log_probability);
    sum += std::exp(log_probability);
  }
  EXPECT_NEAR(sum, 1.0, 1e-14);
}

TEST(LogLikelihood, StaysFiniteAtExtremeLogits) {
  for (const float logit : {-1e30f, 1e30f})
    for (const float target : {0.0f, 1.0f}) {
      double log_probability = 0.0;
      log_likelihoods(LikelihoodRows<float>{Likelihood::bernoulli, 1, 1, &logit, &target, 0.0},
                      &log_probability);
      EXPECT_EQ(log_probability, (logit > 0.0f) == (target > 0.0f) ? 0.0 : -1e30f);
    }
}

}  // namespace
}  // namespace renyi::likelihood_test
