#include "renyi/core/gradient_check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/error.hpp"

namespace renyi::gradient_check_test {
namespace {

// sin(x0) x1^2 + e^x2, with coordinates of very different size.
double function(const Vector& x) { return std::sin(x(0)) * x(1) * x(1) + std::exp(x(2)); }
Vector gradient(const Vector& x) {
  return Vector{{std::cos(x(0)) * x(1) * x(1), 2 * std::sin(x(0)) * x(1), std::exp(x(2))}};
}
const Vector point{{0.4, 15.0, -3.0}};

TEST(GradientCheck, PassesTheRightGradient) {
  const auto result = check_gradient(function, point, gradient(point));
  EXPECT_TRUE(result.passed) << result.to_string();
  EXPECT_EQ(result.coordinates, 3);
  EXPECT_LT(result.relative_error, 1e-6);
}

TEST(GradientCheck, DoesNotTakeTheRoundingOfALargeFunctionForAnError) {
  const Vector far{{0.4, 1e6, -3.0}};  // f is 4e11, so differences of e^x2 are rounding alone
  const auto result = check_gradient(function, far, gradient(far));
  EXPECT_TRUE(result.passed) << result.to_string();
}

TEST(GradientCheck, NamesTheWrongCoordinate) {
  for (Index wrong = 0; wrong < 3; ++wrong)
    for (const double factor : {-1.0, 0.0, 2.0, 1.00001}) {
      Vector claimed = gradient(point);
      claimed(wrong) *= factor;
      const auto result =
          check_gradient(function, point, claimed, {.names = {"angle", "length", "log"}});
      EXPECT_FALSE(result.passed) << result.to_string();
      EXPECT_EQ(result.worst, wrong);
      EXPECT_NEAR(result.absolute_error, std::abs(factor - 1) * std::abs(gradient(point)(wrong)),
                  1e-6 * std::abs(gradient(point)(wrong)));
      EXPECT_NE(result.to_string().find(result.worst_name), std::string::npos);
      EXPECT_NE(result.to_string().find("FAILED"), std::string::npos);
    }
}

TEST(GradientCheck, NeverPassesNaN) {
  Vector claimed = gradient(point);
  claimed(1) = std::numeric_limits<double>::quiet_NaN();
  const auto result = check_gradient(function, point, claimed);
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.worst, 1);
  const auto undefined = [](const Vector& x) { return std::log(x(0)); };
  EXPECT_FALSE(check_gradient(undefined, Vector{{-1.0}}, Vector{{-1.0}}).passed);
}

TEST(GradientCheck, IsExactForQuadraticsOfAnyStep) {
  const auto square = [](const Vector& x) { return x(0) * x(0); };
  for (const double step : {0.0, 0.25, 4.0}) {
    const auto result = check_gradient(square, Vector{{3.0}}, Vector{{6.0}}, {.step = step});
    EXPECT_NEAR(result.numeric, 6.0, 1e-9);
    EXPECT_TRUE(result.passed);
  }
}

TEST(GradientCheck, NothingToCheckPassesAndLengthsMustAgree) {
  const auto zero = [](const Vector&) { return 0.0; };
  const auto result = check_gradient(zero, Vector(0), Vector(0));
  EXPECT_TRUE(result.passed);
  EXPECT_EQ(result.worst, -1);
  EXPECT_EQ(result.to_string(), "gradient check: no coordinates");
  EXPECT_THROW(check_gradient(zero, Vector(2), Vector(3)), UsageError);
  EXPECT_THROW(check_gradient(zero, Vector(2), Vector(2), {.names = {"one"}}), UsageError);
}

}  // namespace
}  // namespace renyi::gradient_check_test
