#include "renyi/models/density_check.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/models/user_density.hpp"

namespace renyi::density_check_test {
namespace {

// -x^2 / 2 - y^4, with one thing wrong at a time.
struct Wrong {
  double factor = 1.0;  // of the second derivative
  double value = 0.0;   // added to the density alone
  Index dimension() const { return 2; }
  std::string coordinate_name(Index i) const { return i == 0 ? "mu" : "log_tau"; }
  double log_joint(std::span<const double> x) const {
    return -0.5 * x[0] * x[0] - std::pow(x[1], 4) + value;
  }
  double log_joint_gradient(std::span<const double> x, std::span<double> gradient) const {
    gradient[0] = -x[0];
    gradient[1] = -4.0 * factor * std::pow(x[1], 3);
    return -0.5 * x[0] * x[0] - std::pow(x[1], 4);
  }
};

TEST(DensityCheck, PassesAGradient) {
  const UserDensity density(Wrong{});
  const auto check = check_density_gradient(density, Vector{{0.7, -1.2}});
  EXPECT_TRUE(check.passed) << check.to_string();
}

TEST(DensityCheck, NamesTheCoordinateThatIsWrong) {
  const UserDensity density(Wrong{.factor = 1.001});
  const auto check = check_density_gradient(density, Vector{{0.7, -1.2}});
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.worst_name, "log_tau");
  EXPECT_NEAR(check.numeric, 4.0 * std::pow(1.2, 3), 1e-6);
}

TEST(DensityCheck, RefusesAValueThatDiffersFromItselfOrIsNone) {
  const UserDensity two_values(Wrong{.value = 0.1});
  EXPECT_THROW(check_density_gradient(two_values, Vector{{0.7, -1.2}}), NumericalError);
  const UserDensity density(Wrong{});
  EXPECT_THROW(check_density_gradient(density, Vector{{std::nan(""), 1.0}}), NumericalError);
  EXPECT_THROW(check_density_gradient(density, Vector{{1.0}}), UsageError);
}

}  // namespace
}  // namespace renyi::density_check_test
