#include "renyi/bound/renyi_bound.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/support/generators.hpp"

namespace renyi::renyi_bound_test {
namespace {

using testing::any_alpha;
using testing::any_finite_alpha;
using testing::any_log_weights;
using testing::number_between;

double value(Alpha alpha, const Matrix& log_weights) {
  return renyi_bound(alpha, log_weights).values(0);
}

Matrix column(std::initializer_list<double> values) {
  Matrix matrix(static_cast<Index>(values.size()), 1);
  std::copy(values.begin(), values.end(), matrix.data());
  return matrix;
}

double spread(const Matrix& x) { return x.maxCoeff() - x.minCoeff(); }

// Rounding of numbers of the size of the log-weights.
double rounding(const Matrix& x) { return 1e-14 * (1.0 + x.cwiseAbs().maxCoeff()); }

// The definition, in the widest type there is.
long double by_definition(double alpha, const Matrix& x) {
  const long double power = 1.0L - static_cast<long double>(alpha);
  const long double anchor = power > 0.0L ? x.maxCoeff() : x.minCoeff();
  long double sum = 0.0L;
  for (const double log_weight : x.reshaped()) sum += std::exp(power * (log_weight - anchor));
  return anchor + std::log(sum / static_cast<long double>(x.size())) / power;
}

// ---- Values ----

RC_GTEST_PROP(RenyiBound, EqualsTheDefinitionAwayFromOne, ()) {
  const Matrix x = any_log_weights();
  const double alpha = *rc::gen::oneOf(number_between(-5.0, 0.9), number_between(1.1, 5.0));
  RC_ASSERT(std::abs(value(Alpha(alpha), x) - static_cast<double>(by_definition(alpha, x))) <=
            rounding(x));
}

RC_GTEST_PROP(RenyiBound, DoesNotIncreaseWithAlpha, ()) {
  const Matrix x = any_log_weights();
  const Alpha a = any_alpha();
  const Alpha b = any_alpha();
  RC_ASSERT(value(std::min(a, b), x) >= value(std::max(a, b), x) - rounding(x));
}

RC_GTEST_PROP(RenyiBound, LiesBetweenTheSmallestAndTheLargestLogWeight, ()) {
  const Matrix x = any_log_weights();
  const double bound = value(any_alpha(), x);
  RC_ASSERT(bound >= x.minCoeff() - rounding(x) && bound <= x.maxCoeff() + rounding(x));
}

// Theorem 2, pointwise: the average over leave-one-out subsets is below the bound of all draws for
// alpha <= 1 and above it for alpha >= 1.
RC_GTEST_PROP(RenyiBound, MovesAwayFromTheMeanWithMoreDraws, ()) {
  const Matrix x = any_log_weights(2);
  const Alpha alpha = any_alpha();
  double average = 0.0;
  for (Index left_out = 0; left_out < x.rows(); ++left_out) {
    Matrix subset(x.rows() - 1, 1);
    subset << x.topRows(left_out), x.bottomRows(x.rows() - 1 - left_out);
    average += value(alpha, subset) / static_cast<double>(x.rows());
  }
  const double all = value(alpha, x);
  if (alpha <= Alpha::vi()) RC_ASSERT(average <= all + rounding(x));
  if (alpha >= Alpha::vi()) RC_ASSERT(average >= all - rounding(x));
}

RC_GTEST_PROP(RenyiBound, FollowsAShiftOfTheLogWeights, ()) {
  const Matrix x = any_log_weights();
  const Alpha alpha = any_alpha();
  const double shift = *number_between(-100.0, 100.0);
  const Matrix shifted = x.array() + shift;
  RC_ASSERT(std::abs(value(alpha, shifted) - value(alpha, x) - shift) <=
            rounding(x) + rounding(shifted));
}

RC_GTEST_PROP(RenyiBound, OfOneDrawIsItsLogWeight, ()) {
  const Matrix x = any_log_weights(1, 1);
  RC_ASSERT(value(any_alpha(), x) == x(0));
}

RC_GTEST_PROP(RenyiBound, OfTwoMinusAlphaIsTheBoundOfInverseWeights, ()) {
  const Matrix x = any_log_weights();
  const Alpha alpha = any_finite_alpha();
  const Alpha mirrored(2.0 - alpha.value());
  // 2 - alpha is rounded; |d value / d alpha| is at most spread^2.
  const double slack = rounding(x) + 1e-15 * std::abs(alpha.value()) * std::pow(spread(x), 2);
  RC_ASSERT(std::abs(value(mirrored, x) + value(alpha, -x)) <= slack);
}

// ---- Continuity ----

// By the mean-value theorem, |L_alpha - L_1| <= |1-alpha| times the variance of the log-weights
// under some tilting, which is at most spread^2 / 4.
RC_GTEST_PROP(RenyiBound, IsContinuousAtOne, ()) {
  const Matrix x = any_log_weights();
  const double step = std::pow(10.0, *number_between(-16.0, -1.0)) * *rc::gen::element(-1.0, 1.0);
  const double jump = std::abs(value(Alpha(1.0 + step), x) - value(Alpha::vi(), x));
  RC_ASSERT(jump <= std::abs(step) * std::pow(spread(x), 2) / 4.0 + rounding(x));
}

// The first-order term at alpha = 1 is (1-alpha)/2 Var(log w): resolved, not lost to cancellation.
RC_GTEST_PROP(RenyiBound, HasTheRightSlopeAtOne, ()) {
  const Matrix x = any_log_weights(2);
  const double step = 1e-4 / (1.0 + spread(x)) * *rc::gen::element(-1.0, 1.0);
  const double variance = (x.array() - x.mean()).square().mean();
  const double difference = value(Alpha(1.0 - step), x) - value(Alpha::vi(), x);
  const double next_order = std::pow(step, 2) * std::pow(spread(x), 3);
  RC_ASSERT(std::abs(difference - step / 2.0 * variance) <= next_order + rounding(x));
}

// L_alpha differs from the maximum by at most log(K) / (1-alpha).
RC_GTEST_PROP(RenyiBound, TendsToTheExtremesTowardsInfinity, ()) {
  const Matrix x = any_log_weights();
  const double power = std::pow(10.0, *number_between(0.0, 300.0));
  const double slack = std::log(static_cast<double>(x.size())) / power + rounding(x);
  RC_ASSERT(std::abs(value(Alpha(1.0 - power), x) - value(Alpha::vr_max(), x)) <= slack);
  RC_ASSERT(std::abs(value(Alpha(1.0 + power), x) - value(Alpha::vr_min(), x)) <= slack);
}

TEST(RenyiBound, HasNoStepWhereItChangesItsArithmetic) {
  const Matrix x = column({0.0, -0.25, -0.7, -1.0});
  for (const double sign : {-1.0, 1.0}) {  // the arithmetic changes at |1-alpha| spread = 0.5
    const double before = value(Alpha(1.0 + sign * 0.5 * (1.0 - 1e-14)), x);
    const double after = value(Alpha(1.0 + sign * 0.5 * (1.0 + 1e-14)), x);
    EXPECT_NEAR(before, after, 1e-14);
  }
}

// ---- Coefficients ----

RC_GTEST_PROP(RenyiBoundCoefficients, AreNonNegativeAndSumToOne, ()) {
  const Matrix x = any_log_weights(1, 24, 3);
  const Bound bound = renyi_bound(any_alpha(), x);
  RC_ASSERT(bound.coefficients.minCoeff() >= 0.0);
  RC_ASSERT((bound.coefficients.colwise().sum().array() - 1.0).abs().maxCoeff() <= 1e-14);
}

RC_GTEST_PROP(RenyiBoundCoefficients, EqualFiniteDifferences, ()) {
  Matrix x = any_log_weights(1, 8);
  x.array() -= x.maxCoeff();  // keeps the digits of the differences
  const Alpha alpha(*number_between(-4.0, 4.0));
  const Bound bound = renyi_bound(alpha, x);
  const double step = 1e-5;
  for (Index k = 0; k < x.rows(); ++k) {
    Matrix up = x;
    Matrix down = x;
    up(k) += step;
    down(k) -= step;
    const double slope = (value(alpha, up) - value(alpha, down)) / (up(k) - down(k));
    // Third derivative <= |1-alpha|^2 / 2 <= 13 and rounding of the two values.
    RC_ASSERT(std::abs(bound.coefficients(k, 0) - slope) <=
              13.0 * step * step + 2.0 * rounding(x) / step);
  }
}

TEST(RenyiBoundCoefficients, GoToTheLowestIndexOfATieAtInfinity) {
  const Matrix x = column({1.0, 3.0, 3.0, 1.0});
  EXPECT_EQ(renyi_bound(Alpha::vr_max(), x).coefficients, column({0, 1, 0, 0}));
  EXPECT_EQ(renyi_bound(Alpha::vr_min(), x).coefficients, column({1, 0, 0, 0}));
}

TEST(RenyiBoundCoefficients, AreEqualAtOne) {
  EXPECT_EQ(renyi_bound(Alpha::vi(), column({5, -3, 900, 2})).coefficients,
            Matrix::Constant(4, 1, 0.25));
}

// ---- The edges ----

// Lemma 1: mass of q where the model has none.
TEST(RenyiBound, CountsMinusInfinityAsWeightZeroBelowOne) {
  const Matrix x = column({-infinity, 0.0, 1.0, -infinity});
  const Matrix finite = column({0.0, 1.0});
  for (const double alpha : {-3.0, 0.0, 0.5, 1.0 - 1e-9}) {
    const double lost = std::log(0.5) / (1.0 - alpha);  // half of the draws are lost
    EXPECT_NEAR(value(Alpha(alpha), x), value(Alpha(alpha), finite) + lost,
                1e-13 * (1.0 + std::abs(lost)));
    EXPECT_EQ(renyi_bound(Alpha(alpha), x).coefficients(0), 0.0);
  }
  EXPECT_EQ(value(Alpha::vr_max(), x), 1.0);
}

TEST(RenyiBound, IsMinusInfinityFromOneOnWhenAnyDrawIs) {
  const Matrix x = column({-infinity, 0.0, 1.0, -infinity});
  for (const double alpha : {1.0, 1.0 + 1e-9, 2.0, 50.0, infinity})
    EXPECT_EQ(value(Alpha(alpha), x), -infinity) << alpha;
  EXPECT_EQ(renyi_bound(Alpha(2.0), x).coefficients, column({0.5, 0, 0, 0.5}));
  EXPECT_EQ(renyi_bound(Alpha::vr_min(), x).coefficients, column({1, 0, 0, 0}));
}

TEST(RenyiBound, OfDrawsThatAreAllMinusInfinityIsMinusInfinityAtEveryOrder) {
  const Matrix x = column({-infinity, -infinity});
  for (const double alpha : {-infinity, -2.0, 0.0, 1.0 - 1e-12, 1.0, 2.0, infinity}) {
    const Bound bound = renyi_bound(Alpha(alpha), x);
    EXPECT_EQ(bound.values(0), -infinity) << alpha;
    EXPECT_EQ(bound.coefficients.sum(), 1.0) << alpha;
  }
  EXPECT_EQ(renyi_bound(Alpha(0.0), x).coefficients, column({0.5, 0.5}));
}

TEST(RenyiBound, TakesSpreadsOf1e300) {
  const Matrix x = column({-1e300, 0.0, 1e300, 1.7e308, -1.7e308});
  for (const double alpha : {-infinity, -1e300, -1.0, 0.0, 0.5})
    EXPECT_EQ(value(Alpha(alpha), x), 1.7e308) << alpha;
  for (const double alpha : {1.5, 2.0, 1e300, infinity})
    EXPECT_EQ(value(Alpha(alpha), x), -1.7e308) << alpha;
  EXPECT_NEAR(value(Alpha::vi(), column({1.7e308, 1.7e308})), 1.7e308, 1e293);
}

TEST(RenyiBound, TreatsColumnsIndependently) {
  Matrix x(3, 2);
  x << 0, 5, 1, -2, 2, 7;
  for (const double alpha : {-infinity, 0.3, 1.0, 4.0}) {
    const Bound both = renyi_bound(Alpha(alpha), x);
    for (Index b = 0; b < 2; ++b) {
      const Bound alone = renyi_bound(Alpha(alpha), x.col(b));
      EXPECT_EQ(both.values(b), alone.values(0));
      EXPECT_EQ(both.coefficients.col(b), alone.coefficients.col(0));
    }
  }
}

TEST(RenyiBound, KeepsItsMemoryBetweenCalls) {
  Bound bound;
  const Matrix x = Matrix::Random(50, 7);
  renyi_bound(Alpha(0.5), x, bound);
  const double* values = bound.values.data();
  const double* coefficients = bound.coefficients.data();
  renyi_bound(Alpha(-2.0), x, bound);
  EXPECT_EQ(bound.values.data(), values);
  EXPECT_EQ(bound.coefficients.data(), coefficients);
}

TEST(RenyiBound, NamesTheDrawAndColumnOfAWeightThatIsNoNumber) {
  Matrix x = Matrix::Zero(4, 3);
  x(2, 1) = std::nan("");
  try {
    renyi_bound(Alpha(0.5), x);
    FAIL() << "NaN was accepted";
  } catch (const NumericalError& error) {
    EXPECT_EQ(std::string(error.what()),
              "log-weight of draw 3 in column 2: expected a number or -inf, found nan");
  }
  x(2, 1) = infinity;
  EXPECT_THROW(renyi_bound(Alpha(0.5), x), NumericalError);
}

TEST(RenyiBound, RefusesZeroDraws) {
  EXPECT_THROW(renyi_bound(Alpha(0.5), Matrix(0, 3)), UsageError);
}

}  // namespace
}  // namespace renyi::renyi_bound_test
