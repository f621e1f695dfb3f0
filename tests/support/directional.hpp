// Numbers that carry their gradient forwards, one plain rule an operation: what reverse gradients
// are held against. They also carry the sum of the sizes of all that was added up on the way, which
// is what rounding is in proportion to.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace renyi::testing {

struct Directional {
  double value = 0.0;
  Eigen::VectorXd gradient = {};  // empty: of a plain number
  Eigen::VectorXd size = {};

  Directional() = default;
  Directional(double number) : value(number) {}  // NOLINT(google-explicit-constructor)
  Directional(double number, Eigen::Index arguments, Eigen::Index place)
      : value(number),
        gradient(Eigen::VectorXd::Unit(arguments, place)),
        size(Eigen::VectorXd::Unit(arguments, place)) {}
};

inline Directional of_two(double value, const Directional& x, double dx, const Directional& y,
                          double dy) {
  Directional result(value);
  const Eigen::Index arguments = std::max(x.gradient.size(), y.gradient.size());
  result.gradient = result.size = Eigen::VectorXd::Zero(arguments);
  if (x.gradient.size() > 0) {
    result.gradient += dx * x.gradient;
    result.size += std::abs(dx) * x.size;
  }
  if (y.gradient.size() > 0) {
    result.gradient += dy * y.gradient;
    result.size += std::abs(dy) * y.size;
  }
  return result;
}
inline Directional of_one(double value, const Directional& x, double dx) {
  return of_two(value, x, dx, Directional(), 0.0);
}

inline Directional operator-(const Directional& x) { return of_one(-x.value, x, -1.0); }
inline Directional operator+(const Directional& x, const Directional& y) {
  return of_two(x.value + y.value, x, 1.0, y, 1.0);
}
inline Directional operator-(const Directional& x, const Directional& y) {
  return of_two(x.value - y.value, x, 1.0, y, -1.0);
}
inline Directional operator*(const Directional& x, const Directional& y) {
  return of_two(x.value * y.value, x, y.value, y, x.value);
}
inline Directional operator/(const Directional& x, const Directional& y) {
  return of_two(x.value / y.value, x, 1.0 / y.value, y, -x.value / (y.value * y.value));
}
inline Directional exp(const Directional& x) {
  return of_one(std::exp(x.value), x, std::exp(x.value));
}
inline Directional log(const Directional& x) { return of_one(std::log(x.value), x, 1.0 / x.value); }
inline Directional sqrt(const Directional& x) {
  return of_one(std::sqrt(x.value), x, 0.5 / std::sqrt(x.value));
}
inline Directional sin(const Directional& x) {
  return of_one(std::sin(x.value), x, std::cos(x.value));
}
inline Directional tanh(const Directional& x) {
  return of_one(std::tanh(x.value), x, 1.0 / std::pow(std::cosh(x.value), 2));
}
inline Directional atan(const Directional& x) {
  return of_one(std::atan(x.value), x, 1.0 / (1.0 + x.value * x.value));
}

}  // namespace renyi::testing
