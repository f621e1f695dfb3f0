#include "renyi/report/figure.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace renyi {

Series ellipse(std::string name, double mean_x, double mean_y, double variance_x,
               double variance_xy, double variance_y, double radius) {
  constexpr int points = 120;
  // (x, y) = mean + radius L (cos, sin) with the Cholesky factor L of the covariance.
  const double l11 = std::sqrt(variance_x);
  const double l21 = variance_xy / l11;
  const double l22 = std::sqrt(variance_y - l21 * l21);
  Series series{.name = std::move(name), .mark = Mark::contour};
  for (int i = 0; i < points; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / points;
    series.x.push_back(mean_x + radius * l11 * std::cos(angle));
    series.y.push_back(mean_y + radius * (l21 * std::cos(angle) + l22 * std::sin(angle)));
  }
  return series;
}

}  // namespace renyi
