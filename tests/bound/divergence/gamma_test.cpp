#include "renyi/bound/divergence/gamma.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>

#include "renyi/core/log_space.hpp"
#include "tests/bound/divergence/pairs.hpp"
#include "tests/bound/divergence/quadrature.hpp"

namespace renyi::gamma_test {
namespace {

using testing::any_scale;
using testing::number_between;

TEST(GammaDivergence, IsTheIntegral) {
  const auto log_density = [](const Gamma& gamma) {
    return [gamma](double x) {
      return gamma.shape * std::log(gamma.rate) - std::lgamma(gamma.shape) +
             (gamma.shape - 1.0) * std::log(x) - gamma.rate * x;
    };
  };
  const Gamma pairs[][2] = {{{2.0, 1.0}, {2.5, 1.2}},
                            {{3.0, 2.0}, {2.2, 1.7}},
                            {{1.0, 1.0}, {1.0, 1.3}},
                            {{30.0, 9.0}, {25.0, 8.0}}};
  for (const auto& [p, q] : pairs)
    for (const double alpha : testing::quadrature_orders) {
      const double closed = renyi_divergence(Alpha(alpha), p, q);
      const double shape = alpha * p.shape + (1.0 - alpha) * q.shape;
      const double rate = alpha * p.rate + (1.0 - alpha) * q.rate;
      EXPECT_EQ(std::isfinite(closed), shape > 0.0 && rate > 0.0);
      if (std::isfinite(closed)) {
        EXPECT_NEAR(closed, testing::divergence_on_half_line(alpha, log_density(p), log_density(q)),
                    1e-7)
            << alpha << " " << p.shape;
      }
      if (p.shape == 1.0 && q.shape == 1.0) {
        const double same =
            renyi_divergence(Alpha(alpha), Exponential{p.rate}, Exponential{q.rate});
        EXPECT_EQ(closed, same);
      }
    }
}

TEST(BetaDivergence, IsTheIntegral) {
  const auto log_density = [](const Beta& beta) {
    return [beta](double x, double one_less_x) {
      return (beta.a - 1.0) * std::log(x) + (beta.b - 1.0) * std::log(one_less_x) +
             std::lgamma(beta.a + beta.b) - std::lgamma(beta.a) - std::lgamma(beta.b);
    };
  };
  const Beta pairs[][2] = {
      {{2.0, 3.0}, {2.5, 2.0}}, {{1.0, 1.0}, {1.5, 1.4}}, {{40.0, 30.0}, {35.0, 31.0}}};
  for (const auto& [p, q] : pairs)
    for (const double alpha : testing::quadrature_orders) {
      const double closed = renyi_divergence(Alpha(alpha), p, q);
      const double a = alpha * p.a + (1.0 - alpha) * q.a;
      const double b = alpha * p.b + (1.0 - alpha) * q.b;
      EXPECT_EQ(std::isfinite(closed), a > 0.0 && b > 0.0);
      if (std::isfinite(closed)) {
        EXPECT_NEAR(closed, testing::divergence_on_interval(alpha, log_density(p), log_density(q)),
                    1e-9)
            << alpha << " " << p.a;
      }
    }
}

RC_GTEST_PROP(DirichletDivergence, OfTwoCoordinatesIsThatOfTheBetas, ()) {
  const Beta p{any_scale(3.0), any_scale(3.0)};
  const Beta q{any_scale(3.0), any_scale(3.0)};
  const Alpha alpha = testing::any_alpha();
  RC_ASSERT(renyi_divergence(alpha, p, q) ==
            renyi_divergence(alpha, Dirichlet{Vector{{p.a, p.b}}}, Dirichlet{Vector{{q.a, q.b}}}));
}

RC_GTEST_PROP(DirichletDivergence, IsItsTextbookFormula, ()) {
  const auto n = *rc::gen::inRange<Index>(2, 6);
  const Vector p = testing::any_scales(n, 1.5);
  const Vector q = testing::any_scales(n, 1.5);
  const double alpha = *number_between(0.1, 0.9);
  const auto log_beta = [](const Vector& a) {
    double sum = -std::lgamma(a.sum());
    for (const double value : a) sum += std::lgamma(value);
    return sum;
  };
  const double direct = (log_beta(alpha * p + (1.0 - alpha) * q) - alpha * log_beta(p) -
                         (1.0 - alpha) * log_beta(q)) /
                        (alpha - 1.0);
  RC_ASSERT(std::abs(renyi_divergence(Alpha(alpha), Dirichlet{p}, Dirichlet{q}) - direct) <=
            1e-10 * (1.0 + std::abs(direct)));
}

RC_GTEST_PROP(GammaDivergence, OfNeighboursIsHalfTheFisherInformation, ()) {
  // Also for large shapes, where the information along equal means is a tiny difference of terms.
  const double shape = any_scale(6.0);
  const double relative = 1e-6;
  const Gamma p{shape, 1.0};
  const Gamma q{shape * (1.0 + relative), 1.0 + relative};
  const double w = q.shape / shape - 1.0;
  const long double a = shape;
  const long double information = a * a * boost::math::trigamma(a) - a;
  const double alpha = *number_between(0.1, 2.0);
  const double expected = alpha * static_cast<double>(information) * w * w / 2.0;
  RC_ASSERT(std::abs(renyi_divergence(Alpha(alpha), p, q) - expected) <= 1e-4 * expected);
}

TEST(GammaDivergence, InfiniteOrderIsTheLargestLogRatio) {
  // p/q is largest at x = (difference of shapes) / (difference of rates).
  const auto log_ratio = [](const Gamma& p, const Gamma& q, double x) {
    return p.shape * std::log(p.rate) - q.shape * std::log(q.rate) - std::lgamma(p.shape) +
           std::lgamma(q.shape) + (p.shape - q.shape) * std::log(x) - (p.rate - q.rate) * x;
  };
  for (const auto& [p, q] :
       {std::pair{Gamma{3.0, 2.0}, Gamma{1.0, 0.5}}, std::pair{Gamma{90.0, 2.0}, Gamma{70.0, 1.9}},
        std::pair{Gamma{90.0, 2.0}, Gamma{0.3, 1.0}}})
    EXPECT_NEAR(renyi_divergence(Alpha(infinity), p, q),
                log_ratio(p, q, (p.shape - q.shape) / (p.rate - q.rate)), 1e-11);
}

TEST(GammaDivergence, InfiniteOrderOnTheBoundary) {
  const auto d = [](const Gamma& p, const Gamma& q) {
    return renyi_divergence(Alpha(infinity), p, q);
  };
  EXPECT_NEAR(d({3.0, 2.0}, {3.0, 1.0}), 3.0 * std::log(2.0), 1e-15);  // equal shapes
  EXPECT_EQ(d({3.0, 1.0}, {3.0, 2.0}), infinity);
  EXPECT_EQ(d({3.0, 1.0}, {2.0, 1.0}), infinity);  // equal rates: log x is unbounded
  EXPECT_EQ(d({2.0, 1.0}, {3.0, 1.0}), infinity);
  EXPECT_EQ(d({3.0, 1.0}, {3.0, 1.0}), 0.0);
}

TEST(BetaDivergence, InfiniteOrderIsTheLargestLogRatio) {
  // Beta(3, 1) against the uniform: 3 x^2, largest at 1.
  EXPECT_NEAR(renyi_divergence(Alpha(infinity), Beta{3.0, 1.0}, Beta{1.0, 1.0}), std::log(3.0),
              1e-15);
  // Beta(2, 2) against the uniform: 6 x (1 - x), largest at 1/2.
  EXPECT_NEAR(renyi_divergence(Alpha(infinity), Beta{2.0, 2.0}, Beta{1.0, 1.0}), std::log(1.5),
              1e-15);
  EXPECT_EQ(renyi_divergence(Alpha(infinity), Beta{2.0, 1.0}, Beta{1.0, 2.0}), infinity);
}

TEST(ExponentialDivergence, HasItsKnownValues) {
  EXPECT_NEAR(renyi_divergence(Alpha(1.0), Exponential{2.0}, Exponential{1.0}), std::log(2.0) - 0.5,
              1e-15);
  EXPECT_NEAR(renyi_divergence(Alpha(infinity), Exponential{2.0}, Exponential{1.0}), std::log(2.0),
              1e-15);
  EXPECT_EQ(renyi_divergence(Alpha(2.0), Exponential{1.0}, Exponential{2.0}), infinity);
  EXPECT_EQ(renyi_divergence(Alpha(-1.0), Exponential{2.0}, Exponential{1.0}), -infinity);
}

}  // namespace
}  // namespace renyi::gamma_test
