#include "renyi/bound/divergence.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/bound/divergence/pairs.hpp"

namespace renyi::divergence_test {
namespace {

using testing::any_alpha;
using testing::any_pair;
using testing::any_scale;
using testing::number_between;

double divergence_at(double alpha, const testing::DistributionPair& pair) {
  return renyi_divergence(Alpha(alpha), pair.first, pair.second);
}

// Equal up to rounding, or both the same infinity.
bool agree(double a, double b, double tolerance) {
  return a == b || std::abs(a - b) <= tolerance * std::max({1e-3, std::abs(a), std::abs(b)});
}

class EveryFamily : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Divergence, EveryFamily, ::testing::ValuesIn(testing::all_families),
                         [](const auto& family) { return std::string(family.param); });

TEST_P(EveryFamily, DoesNotDecreaseWithAlpha) {
  rc::detail::checkGTest([family = GetParam()] {
    const auto pair = any_pair(family);
    double a = any_alpha().value();
    double b = any_alpha().value();
    if (a > b) std::swap(a, b);
    const double low = divergence_at(a, pair);
    const double high = divergence_at(b, pair);
    RC_ASSERT(low <= high || agree(low, high, 1e-12));
  });
}

TEST_P(EveryFamily, IsSkewSymmetric) {
  rc::detail::checkGTest([family = GetParam()] {
    const auto [p, q] = any_pair(family);
    const double alpha = *number_between(-3.0, 4.0);
    RC_PRE(alpha != 0.0 && alpha != 1.0);
    const double left = renyi_divergence(Alpha(alpha), p, q);
    const double right = alpha / (1.0 - alpha) * renyi_divergence(Alpha(1.0 - alpha), q, p);
    RC_ASSERT(agree(left, right, 1e-11));
  });
}

TEST_P(EveryFamily, HasTheSignOfAlpha) {
  rc::detail::checkGTest([family = GetParam()] {
    const double alpha = any_alpha().value();
    const double value = divergence_at(alpha, any_pair(family, any_scale(1.0)));
    RC_ASSERT((alpha >= 0.0 ? value >= 0.0 : value <= 0.0));
  });
}

TEST_P(EveryFamily, IsZeroExactlyWhereBothAreTheSame) {
  rc::detail::checkGTest([family = std::string(GetParam())] {
    const auto [p, q] = any_pair(family);
    const Alpha alpha = any_alpha();
    RC_ASSERT(renyi_divergence(alpha, p, p) == 0.0);
    const bool one_outcome = std::holds_alternative<Categorical>(p) || dimension(p) == 1;
    if (!one_outcome && alpha.value() != 0.0) RC_ASSERT(renyi_divergence(alpha, p, q) != 0.0);
  });
}

TEST_P(EveryFamily, IsSmoothThroughOne) {
  rc::detail::checkGTest([family = GetParam()] {
    const auto pair = any_pair(family, 0.5);
    const double kl = divergence_at(1.0, pair);
    for (const double step : {1e-9, 1e-12, 1e-15}) {
      const double below = divergence_at(1.0 - step, pair);
      const double above = divergence_at(1.0 + step, pair);
      if (std::isinf(kl)) {  // q lacks an outcome of p: log p(q > 0) / step towards it
        RC_ASSERT(above == infinity);
        RC_ASSERT(below > 1e-3 / step || below == infinity);
      } else {
        RC_ASSERT(agree(below, kl, 1e3 * step + 1e-15));
        RC_ASSERT(agree(above, kl, 1e3 * step + 1e-15));
      }
    }
  });
}

TEST_P(EveryFamily, IsContinuousAtZero) {
  rc::detail::checkGTest([family = GetParam()] {
    const auto pair = any_pair(family, 0.5);
    const double at_zero = divergence_at(0.0, pair);
    for (const double step : {1e-9, 1e-12, 1e-300})
      RC_ASSERT(agree(divergence_at(step, pair), at_zero, 1e6 * step + 1e-15));
    // From below too, unless p lacks an outcome of q.
    if (at_zero == 0.0)
      for (const double step : {1e-9, 1e-300})
        RC_ASSERT(agree(divergence_at(-step, pair), 0.0, 1e6 * step + 1e-15));
  });
}

TEST_P(EveryFamily, TendsToItsLimitsAtInfinity) {
  rc::detail::checkGTest([family = GetParam()] {
    const auto pair = any_pair(family, 0.5);
    for (const double sign : {1.0, -1.0}) {
      const double limit = divergence_at(sign * infinity, pair);
      if (std::isinf(limit)) continue;
      // How early depends on how close to unbounded p/q is.
      const double near = divergence_at(sign * 1e12, pair);
      RC_ASSERT(agree(near, limit, 1e-3));
      RC_ASSERT(std::abs(divergence_at(sign * 1e6, pair)) <= std::abs(near) * (1.0 + 1e-12));
      RC_ASSERT(agree(divergence_at(sign * 1e300, pair), limit, 1e-12));
    }
  });
}

TEST_P(EveryFamily, IsANumberForWildParametersAndOrders) {
  rc::detail::checkGTest([family = GetParam()] {
    const auto pair = any_pair(family, 300.0);
    const double size = *rc::gen::element(1e-300, 1e-9, 1.0, 1e4, 1e300);
    for (const double alpha : {size, -size, 1.0 - size, 1.0, 0.0, infinity, -infinity})
      RC_ASSERT(!std::isnan(divergence_at(alpha, pair)));
  });
}

TEST(Divergence, OfDistinctNeighboursIsNotZero) {
  rc::detail::checkGTest([] {
    const double a = any_scale(3.0);
    const double b = a * (1.0 + 1e-9);
    const std::vector<testing::DistributionPair> neighbours = {
        {Poisson{a}, Poisson{b}},
        {Exponential{a}, Exponential{b}},
        {Gamma{a, 1.0}, Gamma{b, 1.0}},
        {Gamma{1.0, a}, Gamma{1.0, b}},
        {Beta{a, 1.0}, Beta{b, 1.0}},
        {bernoulli(1e-4 * a), bernoulli(1e-4 * b)},
        {DiagonalGaussian{Vector::Zero(1), Vector::Constant(1, a)},
         DiagonalGaussian{Vector::Zero(1), Vector::Constant(1, b)}}};
    for (const auto& pair : neighbours)
      for (const double alpha : {-infinity, -2.0, 0.3, 0.5, 1.0, 2.0, infinity})
        RC_ASSERT(divergence_at(alpha, pair) != 0.0);
  });
}

TEST(Divergence, IsCloseToItsLimitAtAMillion) {
  const std::vector<testing::DistributionPair> bounded = {
      {Gaussian{Vector::Zero(2), Matrix{{1.0, 0.3}, {0.3, 0.8}}},
       Gaussian{Vector::Ones(2), Matrix{{2.0, 0.4}, {0.4, 1.5}}}},
      {bernoulli(0.3), bernoulli(0.6)},
      {Poisson{2.0}, Poisson{3.0}},
      {Exponential{2.0}, Exponential{1.0}},
      {Gamma{3.0, 2.0}, Gamma{1.5, 1.0}},
      {Beta{3.0, 2.0}, Beta{1.5, 1.0}},
      {Dirichlet{Vector{{90.0, 2.0}}}, Dirichlet{Vector{{80.0, 2.0}}}}};
  for (const auto& pair : bounded) {
    const double limit = divergence_at(infinity, pair);
    EXPECT_TRUE(std::isfinite(limit));
    EXPECT_TRUE(agree(divergence_at(1e6, pair), limit, 1e-4)) << family_name(pair.first);
  }
}

TEST(Divergence, OfOtherFamiliesOrDimensionsIsRefused) {
  const Alpha alpha(0.5);
  EXPECT_THROW(renyi_divergence(alpha, Poisson{1.0}, Exponential{1.0}), UsageError);
  EXPECT_THROW(renyi_divergence(alpha, Beta{1.0, 1.0}, Dirichlet{Vector{{1.0, 1.0}}}), UsageError);
  EXPECT_THROW(renyi_divergence(alpha, bernoulli(0.5), Categorical{Vector{{0.2, 0.3, 0.5}}}),
               UsageError);
  EXPECT_THROW(renyi_divergence(alpha, Poisson{-1.0}, Poisson{1.0}), UsageError);
}

TEST(Divergence, LogAffinityIsSymmetricUnderExchange) {
  rc::detail::checkGTest([] {
    const auto [p, q] = any_pair(*rc::gen::elementOf(std::vector<std::string>(
        std::begin(testing::all_families), std::end(testing::all_families))));
    const double alpha = *number_between(-2.0, 3.0);
    RC_ASSERT(
        agree(log_affinity(Alpha(alpha), p, q), log_affinity(Alpha(1.0 - alpha), q, p), 1e-11));
  });
}

TEST(Divergence, LogAffinityAtTheEndsIsTheMassOfTheCommonSupport) {
  const Categorical p{Vector{{0.2, 0.8, 0.0}}};
  const Categorical q{Vector{{0.0, 0.3, 0.7}}};
  EXPECT_NEAR(log_affinity(Alpha(0.0), p, q), std::log(0.3), 1e-15);
  EXPECT_NEAR(log_affinity(Alpha(1.0), p, q), std::log(0.8), 1e-15);
  EXPECT_EQ(log_affinity(Alpha(infinity), p, q), infinity);
  EXPECT_EQ(log_affinity(Alpha(infinity), p, p), 0.0);
}

}  // namespace
}  // namespace renyi::divergence_test
