#include "renyi/bound/divergence/related.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "renyi/bound/divergence.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/bound/divergence/pairs.hpp"

namespace renyi::related_test {
namespace {

using testing::any_pair;
using testing::number_between;

std::string any_family() {
  return *rc::gen::elementOf(
      std::vector<std::string>(std::begin(testing::all_families), std::end(testing::all_families)));
}

// Integral of p^a q^(1-a) of two categoricals without zeros.
double affinity(const Vector& p, const Vector& q, double a) {
  return (p.array().pow(a) * q.array().pow(1.0 - a)).sum();
}

struct Probabilities {
  Vector p;
  Vector q;
};

Probabilities any_probabilities() {
  const auto n = *rc::gen::inRange<Index>(2, 6);
  return {testing::any_probabilities(n, 1.0, false), testing::any_probabilities(n, 1.0, false)};
}

RC_GTEST_PROP(Related, AreTheirDefinitions, ()) {
  const auto [p, q] = any_probabilities();
  const Categorical left{p};
  const Categorical right{q};
  const auto near = [](double a, double b) {
    return std::abs(a - b) <= 1e-10 * (1.0 + std::abs(b));
  };
  RC_ASSERT(near(kl_divergence(left, right), (p.array() * (p.array() / q.array()).log()).sum()));
  RC_ASSERT(near(squared_hellinger(left, right),
                 0.5 * (p.array().sqrt() - q.array().sqrt()).square().sum()));
  RC_ASSERT(near(chi_square(left, right), ((p - q).array().square() / q.array()).sum()));
  const double a = *number_between(-3.0, 3.0);
  RC_PRE(std::abs(a - 1.0) > 1e-3 && std::abs(a + 1.0) > 1e-3);
  RC_ASSERT(near(amari_divergence(a, left, right),
                 4.0 / (1.0 - a * a) * (1.0 - affinity(p, q, 0.5 + 0.5 * a))));
  RC_ASSERT(near(tsallis_divergence(Alpha(a), left, right), (affinity(p, q, a) - 1.0) / (a - 1.0)));
}

RC_GTEST_PROP(Related, TableOneHoldsWithItsMisprintMended, ()) {
  const auto [p, q] = any_pair(any_family(), 0.5);
  const auto same = [](double a, double b) {
    return a == b || std::abs(a - b) <= 1e-10 * (1.0 + std::abs(b));
  };
  RC_ASSERT(renyi_divergence(Alpha(1.0), p, q) == kl_divergence(p, q));
  // Where Hel^2 is nearly 1 it cannot give D back.
  const double half = renyi_divergence(Alpha(0.5), p, q);
  RC_ASSERT((half > 15.0 || same(-2.0 * std::log1p(-squared_hellinger(p, q)), half)));
  const double second = renyi_divergence(Alpha(2.0), p, q);
  RC_ASSERT((second > 700.0 || same(std::log1p(chi_square(p, q)), second)));
}

RC_GTEST_PROP(Related, HellingerIsASymmetricNumberFromZeroToOne, ()) {
  const auto [p, q] = any_pair(any_family(), 100.0);
  const double value = squared_hellinger(p, q);
  RC_ASSERT(value >= 0.0 && value <= 1.0);
  RC_ASSERT(std::abs(value - squared_hellinger(q, p)) <= 1e-9);
}

RC_GTEST_PROP(Related, AmarisExchangeFlipsTheOrder, ()) {
  const auto [p, q] = any_pair(any_family());
  const double a = *rc::gen::oneOf(number_between(-3.0, 3.0), rc::gen::element(-1.0, 1.0, 0.0));
  const double value = amari_divergence(a, p, q);
  const double exchanged = amari_divergence(-a, q, p);
  RC_ASSERT((value == exchanged || std::abs(value - exchanged) <= 1e-12 * value));
  RC_ASSERT(value >= 0.0);
}

RC_GTEST_PROP(Related, AmarisLimitsAreTheTwoKullbackLeiblerDivergences, ()) {
  const auto [p, q] = any_pair(any_family(), 0.5);
  const double forward = kl_divergence(p, q);
  RC_ASSERT(amari_divergence(1.0, p, q) == forward);
  RC_ASSERT(amari_divergence(-1.0, p, q) == kl_divergence(q, p));
  RC_PRE(forward < 1e3);
  for (const double a : {1.0 - 1e-12, 1.0 + 1e-12})
    RC_ASSERT(std::abs(amari_divergence(a, p, q) - forward) <= 1e-8 * (1e-3 + forward));
}

RC_GTEST_PROP(Related, TsallisIsSmoothThroughOneAndNeverNaN, ()) {
  const auto [p, q] = any_pair(any_family(), 0.5);
  const Alpha alpha = testing::any_alpha();
  RC_ASSERT(!std::isnan(tsallis_divergence(alpha, p, q)));
  RC_ASSERT(!std::isnan(amari_divergence(alpha.value(), p, q)));
  RC_ASSERT(tsallis_divergence(alpha, p, p) == 0.0);
  const double kl = kl_divergence(p, q);
  RC_ASSERT(tsallis_divergence(Alpha(1.0), p, q) == kl);
  RC_PRE(kl < 1e3);
  for (const double a : {1.0 - 1e-12, 1.0 + 1e-12})
    RC_ASSERT(std::abs(tsallis_divergence(Alpha(a), p, q) - kl) <= 1e-8 * (1e-3 + kl));
}

TEST(Related, DisjointSupportsGiveTheLargestValues) {
  const Categorical p{Vector{{1.0, 0.0}}};
  const Categorical q{Vector{{0.0, 1.0}}};
  EXPECT_EQ(squared_hellinger(p, q), 1.0);
  EXPECT_EQ(kl_divergence(p, q), infinity);
  EXPECT_EQ(chi_square(p, q), infinity);
  EXPECT_EQ(amari_divergence(0.0, p, q), 4.0);
  EXPECT_EQ(tsallis_divergence(Alpha(0.5), p, q), 2.0);
  EXPECT_EQ(tsallis_divergence(Alpha(0.0), p, q), 1.0);
  EXPECT_EQ(tsallis_divergence(Alpha(-1.0), p, q), -infinity);
}

TEST(Related, AmarisOrderIsANumber) {
  EXPECT_THROW(amari_divergence(std::nan(""), bernoulli(0.5), bernoulli(0.5)), UsageError);
  EXPECT_EQ(amari_divergence(infinity, bernoulli(0.5), bernoulli(0.25)), infinity);
  EXPECT_EQ(amari_divergence(-infinity, bernoulli(0.5), bernoulli(0.5)), 0.0);
}

}  // namespace
}  // namespace renyi::related_test
