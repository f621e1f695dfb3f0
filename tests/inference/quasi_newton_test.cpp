#include "renyi/inference/quasi_newton.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi::quasi_newton_test {
namespace {

// Rosenbrock's valley in n dimensions, upside down.
double valley(const Vector& x, Vector& gradient) {
  gradient.setZero(x.size());
  double value = 0.0;
  for (Index i = 0; i + 1 < x.size(); ++i) {
    const double a = x(i + 1) - x(i) * x(i), b = 1.0 - x(i);
    value -= 100.0 * a * a + b * b;
    gradient(i) += 400.0 * a * x(i) + 2.0 * b;
    gradient(i + 1) -= 200.0 * a;
  }
  return value;
}

TEST(QuasiNewton, FindsTheEndOfACurvedValley) {
  const auto found = maximise_smooth(valley, Vector{{-1.2, 1.0, -0.5, 0.3}});
  EXPECT_TRUE(found.converged);
  EXPECT_TRUE(found.at.isApprox(Vector::Ones(4), 1e-5));
  EXPECT_NEAR(found.value, 0.0, 1e-9);
}

TEST(QuasiNewton, TurnsBackWhereTheFunctionIsNone) {
  // log(1 - x^2) + 2 x for |x| < 1, NaN outside: the maximum at (sqrt 5 - 1) / 2.
  const auto found = maximise_smooth(
      [](const Vector& x, Vector& gradient) {
        gradient(0) = -2.0 * x(0) / (1.0 - x(0) * x(0)) + 2.0;
        return std::log(1.0 - x(0) * x(0)) + 2.0 * x(0);
      },
      Vector{{-0.99}});
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.at(0), (std::sqrt(5.0) - 1.0) / 2.0, 1e-5);
}

TEST(QuasiNewton, CrossesPlacesCurvedTheWrongWay) {
  // log of 3 N(-10, 1) + N(10, 1): from between, the slope grows towards the mode.
  const auto found = maximise_smooth(
      [](const Vector& x, Vector& gradient) {
        const double odds = 3.0 * std::exp(-20.0 * x(0)), left = odds / (1.0 + odds);
        gradient(0) = -left * (x(0) + 10.0) - (1.0 - left) * (x(0) - 10.0);
        return -0.5 * std::pow(x(0) - 10.0, 2) + std::log1p(odds);
      },
      Vector{{0.0}});
  EXPECT_NEAR(found.at(0), -10.0, 1e-5);
}

TEST(QuasiNewton, StopsAfterItsIterations) {
  const auto found = maximise_smooth(valley, Vector{{-1.2, 1.0}}, {.iterations = 3});
  EXPECT_FALSE(found.converged);
  EXPECT_GT(found.value, -24.2) << "better than the start all the same";
}

TEST(QuasiNewton, RefusesAStartThatIsNone) {
  EXPECT_THROW(maximise_smooth([](const Vector&, Vector&) { return NAN; }, Vector{{0.0}}),
               UsageError);
}

}  // namespace
}  // namespace renyi::quasi_newton_test
