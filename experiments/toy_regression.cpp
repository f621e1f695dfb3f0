#include "experiments/toy_regression.hpp"

#include <cmath>

#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

constexpr double diagonal = 3.0;              // Lambda_11 = Lambda_22
constexpr double squared_ratio = 4.0 / 9.0;   // Lambda_12^2 / (Lambda_11 Lambda_22)
constexpr double absolute_ratio = 2.0 / 3.0;  // its root

}  // namespace

LinearRegression toy_regression() { return {Matrix{{1.0, -1.0}, {-1.0, 1.0}}, Vector{{0.0, 0.0}}}; }

double toy_precision(Alpha alpha) {
  const double a = alpha.value();
  if (!alpha.is_finite()) return diagonal * (1.0 + std::copysign(absolute_ratio, a));
  const double root = std::sqrt(1.0 - 4.0 * a * (1.0 - a) * squared_ratio);
  // rho solves a rho^2 - (2a - 1) rho - (1 - a)(1 - c) = 0; of its two forms the one that does not
  // cancel.
  const double rho = a >= 0.5 ? (2.0 * a - 1.0 + root) / (2.0 * a)
                              : 2.0 * (1.0 - a) * (1.0 - squared_ratio) / (1.0 - 2.0 * a + root);
  return diagonal * rho;
}

Alpha toy_order(double precision) {
  const double rho = precision / diagonal;
  if (rho <= 1.0 - absolute_ratio) return Alpha(-infinity);
  if (rho >= 1.0 + absolute_ratio) return Alpha(infinity);
  return Alpha((rho - (1.0 - squared_ratio)) / (squared_ratio - (1.0 - rho) * (1.0 - rho)));
}

}  // namespace renyi
