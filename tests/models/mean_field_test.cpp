#include "renyi/models/mean_field.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "renyi/bound/divergence.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/models/random_precision.hpp"
#include "tests/support/generators.hpp"

namespace renyi::mean_field_test {
namespace {

using testing::random_precision;

const Matrix figure_precision{{3.0, -2.0}, {-2.0, 3.0}};

Vector lambda(double alpha, const Matrix& precision) {
  return mean_field_approximation(Alpha(alpha), precision).precision;
}

// 34 digits: alpha = -1e4 and a condition number of 1e6 would take all of a double's.
#ifdef __SIZEOF_FLOAT128__
__extension__ using Quad = __float128;
#else
using Quad = long double;
#endif

// The largest |lambda_i [(alpha diag(lambda) + (1-alpha) Lambda)^-1]_ii - 1|; infinite where that
// matrix is not positive definite. By the factor L diag(pivots) L'.
double stationarity_error(double alpha, const Matrix& precision, const Vector& lambda) {
  const Index n = lambda.size();
  std::vector<std::vector<Quad>> factor(n, std::vector<Quad>(n));
  std::vector<Quad> pivots(n);
  for (Index j = 0; j < n; ++j)
    for (Index i = j; i < n; ++i) {
      Quad entry = (1 - Quad(alpha)) * precision(i, j);
      if (i == j) entry += Quad(alpha) * lambda(i);
      for (Index k = 0; k < j; ++k) entry -= factor[i][k] * factor[j][k] * pivots[k];
      if (i == j) {
        if (entry <= 0) return infinity;
        pivots[j] = entry;
      }
      factor[i][j] = entry / pivots[j];
    }
  double worst = 0.0;
  for (Index c = 0; c < n; ++c) {
    std::vector<Quad> column(n);
    Quad diagonal = 0;
    for (Index i = c; i < n; ++i) {
      column[i] = i == c ? 1 : 0;
      for (Index k = c; k < i; ++k) column[i] -= factor[i][k] * column[k];
      diagonal += column[i] * column[i] / pivots[i];
    }
    worst = std::max(worst, std::abs(static_cast<double>(diagonal * lambda(c) - 1)));
  }
  return worst;
}

double divergence(double alpha, const Vector& lambda, const Matrix& covariance) {
  return renyi_divergence(Alpha(alpha),
                          DiagonalGaussian{Vector::Zero(lambda.size()), lambda.cwiseInverse()},
                          Gaussian{Vector::Zero(lambda.size()), covariance});
}

TEST(MeanField, GivesFigure1a) {
  const std::pair<double, double> figure[] = {
      {-infinity, 1.0}, {0.0, 5.0 / 3.0}, {0.5, std::sqrt(5.0)}, {1.0, 3.0}, {infinity, 5.0}};
  for (const auto& [alpha, expected] : figure)
    for (const double found : lambda(alpha, figure_precision))
      EXPECT_NEAR(found, expected, 1e-11) << alpha;
}

// Appendix B: lambda_i = rho_alpha Lambda_ii, in the form in which nothing cancels as alpha -> 0.
RC_GTEST_PROP(MeanField, IsTheClosedFormInThePlane, ()) {
  const double alpha = testing::any_finite_alpha().value();
  const double correlation = *testing::number_between(-0.999, 0.999);
  const double a = std::exp(*testing::number_between(-9.0, 9.0));
  const double b = std::exp(*testing::number_between(-9.0, 9.0));
  const Matrix precision{{a, correlation * std::sqrt(a * b)}, {correlation * std::sqrt(a * b), b}};
  const auto r2 = static_cast<long double>(precision(0, 1)) * precision(0, 1) /
                  (static_cast<long double>(a) * b);
  const long double s = 1.0L - alpha;
  const long double root = std::sqrt(1.0L - 4.0L * alpha * s * r2);
  // [(2 alpha - 1) + root] / (2 alpha) = 1 - (1 - root) / (2 alpha).
  const auto rho = static_cast<double>(1.0L - 2.0L * s * r2 / (1.0L + root));
  const Vector found = lambda(alpha, precision);
  RC_ASSERT(std::abs(found(0) / a / rho - 1.0) < 1e-12);
  RC_ASSERT(std::abs(found(1) / b / rho - 1.0) < 1e-12);
}

TEST(MeanField, IsStationaryAndLegalInEveryDimensionAtEveryOrder) {
  std::uint64_t seed = 0;
  for (const double condition : {1.0, 1e2, 1e4, 1e6})
    for (Index d = 2; d <= 20; d += (d < 5 ? 1 : 5))
      for (const double alpha : {-1e4, -300.0, -7.0, -1.0, -1e-3, -1e-12, 1e-12, 1e-3, 0.2, 0.5,
                                 0.9, 1.0 - 1e-9, 1.0 + 1e-9, 1.1, 2.0, 30.0, 1e3, 1e4}) {
        const Matrix precision = random_precision(d, condition, ++seed);
        EXPECT_LT(stationarity_error(alpha, precision, lambda(alpha, precision)), 1e-10)
            << "d = " << d << ", alpha = " << alpha << ", condition " << condition;
      }
}

RC_GTEST_PROP(MeanField, HasTheTiltedCovarianceWhoseDiagonalItIs, ()) {
  const auto d = *rc::gen::inRange<Index>(1, 8);
  const double alpha = *testing::number_between(-20.0, 20.0);
  const Matrix precision = random_precision(d, 1e3, *rc::gen::inRange<std::uint64_t>(0, 1000));
  const MeanField found = mean_field_approximation(Alpha(alpha), precision);
  const Matrix tilted = alpha * Matrix(found.precision.asDiagonal()) + (1.0 - alpha) * precision;
  RC_ASSERT((tilted * found.tilted_covariance - Matrix::Identity(d, d)).norm() < 1e-9);
  RC_ASSERT((found.tilted_covariance.diagonal().cwiseProduct(found.precision).array() - 1.0)
                .abs()
                .maxCoeff() < 1e-12);
}

// D_alpha >= 0 for alpha > 0 and <= 0 for alpha < 0, and both are as near to 0 as they can be: the
// bound log p - D_alpha is largest, or smallest. What is not legal is infinitely far.
RC_GTEST_PROP(MeanField, IsTheBestOfAllFactorisedGaussians, ()) {
  const auto d = *rc::gen::inRange<Index>(2, 8);
  const Alpha order = testing::any_alpha();
  const double alpha = order.value();
  RC_PRE(alpha != 0.0);
  const Matrix precision = random_precision(d, std::pow(10.0, *testing::number_between(0.0, 6.0)),
                                            *rc::gen::inRange<std::uint64_t>(0, 1000));
  const Matrix covariance = precision.cast<long double>()
                                .llt()
                                .solve(Eigen::Matrix<long double, -1, -1>::Identity(d, d))
                                .cast<double>();
  const Matrix symmetric = 0.5 * (covariance + covariance.transpose());
  const Vector best = lambda(alpha, precision);
  const double distance = std::abs(divergence(alpha, best, symmetric));
  RC_ASSERT(std::isfinite(distance));
  Vector other = best;
  const double size = std::pow(10.0, *testing::number_between(-6.0, 0.3));
  for (double& value : other) value *= std::exp(size * *testing::number_between(-1.0, 1.0));
  // The optimum is known to 1e-12 d at infinite orders, and divergences to about as much.
  RC_ASSERT(std::abs(divergence(alpha, other, symmetric)) >= distance - 1e-10 * (1.0 + distance));
}

// At +inf diag(lambda) - Lambda, at -inf Lambda - diag(lambda) stays positive semidefinite, and
// there is a T >= 0 with T (Lambda - diag(lambda)) = 0 and diag(T) = 1 / lambda: the problem is
// convex, so no better point exists. (With v = 1 / lambda the multiplier of diag(v) <= Lambda^-1 is
// Z = diag(lambda) T diag(lambda): Z (Lambda^-1 - diag(v)) = 0 and diag(Z) = 1 / v.)
TEST(MeanField, SatisfiesTheOptimalityConditionsAtInfiniteOrders) {
  using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  for (Index d = 2; d <= 20; d += 6)
    for (const double condition : {3.0, 1e3, 1e6})
      for (const double sign : {-1.0, 1.0}) {
        const Matrix precision = random_precision(d, condition, 77 + static_cast<unsigned>(d));
        const MeanField found = mean_field_approximation(Alpha(sign * infinity), precision);
        // In units in which lambda is 1.
        const auto root = found.precision.cast<long double>().cwiseSqrt().eval();
        const Wide multiplier =
            root.asDiagonal() * found.tilted_covariance.cast<long double>() * root.asDiagonal();
        const Wide slack = sign * (Wide::Identity(d, d) - root.cwiseInverse().asDiagonal() *
                                                              precision.cast<long double>() *
                                                              root.cwiseInverse().asDiagonal());
        EXPECT_GT(Eigen::SelfAdjointEigenSolver<Wide>(slack).eigenvalues()(0), 0.0L);
        EXPECT_GT(Eigen::SelfAdjointEigenSolver<Wide>(multiplier).eigenvalues()(0), -1e-9L);
        EXPECT_LT((multiplier.diagonal().array() - 1.0L).abs().maxCoeff(), 1e-6L);
        EXPECT_LT((multiplier * slack).norm(), 1e-8L) << d << " " << sign << " " << condition;
      }
}

RC_GTEST_PROP(MeanField, TendsToItsLimits, ()) {
  const auto d = *rc::gen::inRange<Index>(2, 6);
  const Matrix precision = random_precision(d, 100.0, *rc::gen::inRange<std::uint64_t>(0, 1000));
  const auto distance = [&](double one, double other) {
    return (lambda(one, precision).array() / lambda(other, precision).array() - 1.0)
        .abs()
        .maxCoeff();
  };
  // On the path to ±inf the volume is within d / |alpha| of its limit.
  for (const double sign : {-1.0, 1.0}) {
    RC_ASSERT(distance(sign * 1e9, sign * infinity) < 1e-3);
    RC_ASSERT(distance(sign * 1e300, sign * infinity) < 1e-11);
    RC_ASSERT(distance(sign * 1e-10, 0.0) < 1e-6);
    RC_ASSERT(distance(sign * 1e-300, 0.0) < 1e-12);
    RC_ASSERT(distance(1.0 + sign * 1e-12, 1.0) < 1e-8);
  }
}

// The divergence between q and p does not decrease with the order (Proposition 1), and neither
// does the best one's confidence: the product of lambda. In the plane each lambda rises.
RC_GTEST_PROP(MeanField, GrowsMoreConfidentWithTheOrder, ()) {
  const auto d = *rc::gen::inRange<Index>(2, 7);
  const Matrix precision = random_precision(d, 1e3, *rc::gen::inRange<std::uint64_t>(0, 1000));
  std::vector<double> orders{testing::any_alpha().value(), testing::any_alpha().value()};
  std::sort(orders.begin(), orders.end());
  const Vector low = lambda(orders[0], precision), high = lambda(orders[1], precision);
  RC_ASSERT(low.array().log().sum() <= high.array().log().sum() + 1e-10);
  if (d == 2) RC_ASSERT(((high - low).array() > -1e-10 * high.array()).all());
}

TEST(MeanField, OfIndependentCoordinatesIsExact) {
  const Vector diagonal{{1e-9, 3.0, 1e12}};
  for (const double alpha : {-infinity, -1e4, -1.0, 0.0, 0.3, 1.0, 2.0, 1e4, infinity}) {
    const Vector found = lambda(alpha, diagonal.asDiagonal());
    EXPECT_LT((found.array() / diagonal.array() - 1.0).abs().maxCoeff(), 2e-12) << alpha;
  }
  EXPECT_EQ(lambda(-infinity, Matrix{{7.0}})(0), 7.0);
}

TEST(MeanField, DoesNotDependOnTheScalesOfTheCoordinates) {
  const Matrix precision = random_precision(5, 1e3, 5);
  const Vector scale{{1e-120, 1e-3, 1.0, 1e50, 1e100}};
  const Matrix scaled = scale.asDiagonal() * precision * scale.asDiagonal();
  const Matrix symmetric = 0.5 * (scaled + scaled.transpose());
  for (const double alpha : {-infinity, -100.0, -1.0, 0.0, 0.5, 1.0, 2.0, 100.0, infinity}) {
    const Vector expected = scale.cwiseAbs2().cwiseProduct(lambda(alpha, precision));
    EXPECT_LT((lambda(alpha, symmetric).array() / expected.array() - 1.0).abs().maxCoeff(), 1e-10)
        << alpha;
  }
}

TEST(MeanField, RefusesWhatIsNoPrecision) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(lambda(0.5, Matrix(0, 0)), UsageError);
  EXPECT_THROW(lambda(0.5, Matrix::Ones(2, 3)), UsageError);
  EXPECT_THROW(lambda(0.5, Matrix{{1.0, nan}, {nan, 1.0}}), UsageError);
  EXPECT_THROW(lambda(0.5, Matrix{{1.0, 0.5}, {0.4, 1.0}}), UsageError);
  EXPECT_THROW(lambda(0.5, Matrix{{-1.0, 0.0}, {0.0, 1.0}}), UsageError);
  for (const double alpha : {-infinity, -2.0, 0.0, 0.5, 2.0, infinity})
    EXPECT_THROW(lambda(alpha, Matrix{{1.0, 2.0}, {2.0, 1.0}}), NumericalError) << alpha;
}

}  // namespace
}  // namespace renyi::mean_field_test
