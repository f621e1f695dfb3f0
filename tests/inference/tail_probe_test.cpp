#include "renyi/inference/tail_probe.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "renyi/core/log_space.hpp"
#include "renyi/families/full_rank_family.hpp"
#include "renyi/inference/fit_density.hpp"
#include "tests/support/family_checks.hpp"
#include "tests/support/function_density.hpp"

namespace renyi::tail_probe_test {
namespace {

using testing::FunctionDensity;

// The tails of a density by draws of N(0, covariance), seen through a map.
std::vector<CoordinateTail> tails_of(const Density& density, const Matrix& covariance) {
  const Index d = density.dimension(), draws = 4000;
  const AffineMap map{Vector::Constant(d, 0.5), 2.0 * Matrix::Identity(d, d)};
  FullRankFamily family(d);
  family.set(family.nearest(Vector::Constant(d, -0.25), map.invert_covariance(covariance)));
  Matrix u(d, draws), theta(d, draws), unused(d, draws);
  Vector log_q(draws), log_p(draws);
  family.draw(testing::normal_matrix(d, draws, 11), u);
  family.log_density(u, log_q, unused);
  map.apply(u, theta);
  log_joints(density, theta, log_p);
  const Trust trust = judge(theta, coordinate_names(density),
                            log_p - log_q + Vector::Constant(draws, map.log_determinant()), true);
  return probe_tails(density, family, map, theta, trust);
}

// Independent coordinates, each with that log density; gradients are not asked for.
FunctionDensity product(Index d, const std::function<double(double)>& log_density) {
  return {d, [log_density](const Vector& x, Vector& gradient) {
            gradient.setZero();
            double sum = 0.0;
            for (const double one : x) sum += log_density(one);
            return sum;
          }};
}
double log_normal(double x, double sd) {
  return -0.5 * x * x / (sd * sd) - std::log(sd * std::sqrt(2.0 * std::numbers::pi));
}
// P(|x| > 3) of N(0, sd^2).
double normal_tail(double sd) { return std::erfc(3.0 / sd / std::numbers::sqrt2); }

TEST(TailProbe, KnowsTheTailsOfGaussians) {
  for (const double sd : {1.0, 1.2, 1.5}) {
    const auto tails = tails_of(product(3, [sd](double x) { return 7.0 + log_normal(x, sd); }),
                                Matrix::Identity(3, 3));
    ASSERT_EQ(tails.size(), 3U);
    for (const CoordinateTail& tail : tails) {
      // The sd of q's 4000 draws, in which 3 sds are counted, is known to about 1 %, and its tail
      // to about 10 % by that.
      EXPECT_NEAR(tail.mass, normal_tail(sd), 4.0 * tail.mass_error + 0.3 * normal_tail(sd)) << sd;
      EXPECT_NEAR(tail.sd, sd, 4.0 * tail.sd_error + 0.08 * sd);
      EXPECT_LT(tail.mass_error, 0.3 * normal_tail(sd));
    }
  }
}

TEST(TailProbe, FollowsWhatGoesTogether) {
  const Matrix covariance{{1.0, 0.95}, {0.95, 1.0}};
  const Matrix precision = covariance.inverse();
  const FunctionDensity density(2, [&](const Vector& x, Vector& gradient) {
    gradient = -precision * x;
    return -0.5 * x.dot(precision * x);
  });
  for (const CoordinateTail& tail : tails_of(density, covariance)) {
    EXPECT_NEAR(tail.mass, normal_tail(1.0), 4.0 * tail.mass_error + 0.3 * normal_tail(1.0));
    EXPECT_NEAR(tail.mean, 0.0, 0.08);
    EXPECT_NEAR(tail.sd, 1.0, 0.05);
  }
}

TEST(TailProbe, KnowsHeavyTails) {
  const boost::math::students_t t(3.0);
  const auto density = product(2, [&](double x) { return std::log(boost::math::pdf(t, x)); });
  const double mass = 2.0 * boost::math::cdf(boost::math::complement(t, 3.0));
  const auto tails = tails_of(density, Matrix::Identity(2, 2));
  for (const CoordinateTail& tail : tails) {
    EXPECT_NEAR(tail.mass, mass, 4.0 * tail.mass_error + 0.1 * mass);
    EXPECT_NEAR(tail.sd, std::sqrt(3.0), 4.0 * tail.sd_error + 0.1);
  }
  const auto doubt = doubt_of(tails, density);
  ASSERT_TRUE(doubt.has_value());
  EXPECT_EQ(doubt->verdict, Verdict::do_not_trust);
  EXPECT_NE(doubt->reason.find("% of the posterior"), std::string::npos) << doubt->reason;
}

TEST(TailProbe, HasNoDoubtsOfWhatQCovers) {
  const auto near = product(2, [](double x) { return log_normal(x, 1.02); });
  EXPECT_FALSE(doubt_of(tails_of(near, Matrix::Identity(2, 2)), near).has_value());
  const auto narrow = product(2, [](double x) { return log_normal(x, 0.5); });
  EXPECT_FALSE(doubt_of(tails_of(narrow, Matrix::Identity(2, 2)), narrow).has_value());
  const auto holes =
      product(2, [](double x) { return std::abs(x) > 4.0 ? std::nan("") : log_normal(x, 1.0); });
  EXPECT_FALSE(doubt_of(tails_of(holes, Matrix::Identity(2, 2)), holes).has_value());
  const auto thrown = product(2, [](double x) {
    if (std::abs(x) > 20.0) throw std::domain_error("far out");
    return log_normal(x, 1.0);
  });
  for (const CoordinateTail& tail : tails_of(thrown, Matrix::Identity(2, 2)))
    EXPECT_NEAR(tail.mass, normal_tail(1.0), 4.0 * tail.mass_error + 0.3 * normal_tail(1.0));
}

// Of the body alone one cannot tell: all weights of draws of q are as good as equal.
TEST(TailProbe, SeesAWideComponentAroundANarrowOne) {
  const auto density = product(1, [](double x) {
    return log_add_exp(std::log(0.5) + log_normal(x, 1.0), std::log(0.5) + log_normal(x, 30.0));
  });
  const auto tails = tails_of(density, Matrix::Identity(1, 1));
  const double mass = 0.5 * normal_tail(1.0) + 0.5 * normal_tail(30.0);
  EXPECT_NEAR(tails.front().mass, mass, 4.0 * tails.front().mass_error + 0.02);
  EXPECT_EQ(doubt_of(tails, density)->verdict, Verdict::do_not_trust);
}

TEST(TailProbe, OfLittleMassFarOutChangesTheSd) {
  // A hundredth of the mass 40 sds out: the mean is 0.4, the sd 4.2.
  const auto density = product(1, [](double x) {
    return log_add_exp(std::log(0.99) + log_normal(x, 1.0),
                       std::log(0.01) + log_normal(x - 40.0, 10.0));
  });
  const auto doubt = doubt_of(tails_of(density, Matrix::Identity(1, 1)), density);
  ASSERT_TRUE(doubt.has_value());
  EXPECT_EQ(doubt->verdict, Verdict::mean_only);
}

}  // namespace
}  // namespace renyi::tail_probe_test
