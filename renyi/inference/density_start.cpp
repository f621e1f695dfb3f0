#include "renyi/inference/density_start.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "renyi/inference/quasi_newton.hpp"

namespace renyi {
namespace {

Vector random_start(const StartOptions& options, Index dimension, Index attempt) {
  Vector at(dimension);
  fill_uniform({.seed = options.seed, .purpose = Purpose::start, .step = options.start},
               {.row = static_cast<std::uint64_t>(attempt)},
               std::span(at.data(), static_cast<std::size_t>(dimension)));
  return options.radius * (2.0 * at.array() - 1.0);
}

// The log density of a point and its gradient, where work may be left before each.
class Watched {
 public:
  Watched(const Density& density, Leg& leg) : density_(density), leg_(leg) {}

  const Density& density() const { return density_; }
  double operator()(const Vector& at, Vector& gradient) const {
    constexpr std::int64_t calls_an_agreement = 10;
    leg_.pause({}, calls_an_agreement);
    return log_joint(density_, at, &gradient);
  }

 private:
  const Density& density_;
  Leg& leg_;
};

Vector finite_point(const Watched& log_density, const StartOptions& options) {
  const Density& density = log_density.density();
  const Index d = density.dimension();
  Vector gradient;
  std::string first;
  for (Index attempt = 0; attempt < options.tries; ++attempt) {
    Vector at = random_start(options, d, attempt);
    if (attempt == 0 && options.at)
      at = *options.at;
    else if (attempt == 0 && options.start == 0)
      at.setZero();
    const double value = log_density(at, gradient);
    if (std::isfinite(value) && gradient.allFinite()) return at;
    if (!first.empty()) continue;
    Index bad = 0;
    while (bad + 1 < d && std::isfinite(gradient(bad))) ++bad;
    first = std::isfinite(value) ? fmt::format("a derivative of {} in {}", gradient(bad),
                                               density.coordinate_name(bad))
                                 : fmt::format("{}", value);
    first +=
        fmt::format(" at {} = {:.6g}{}", density.coordinate_name(0), at(0), d > 1 ? ", ..." : "");
  }
  throw NumericalError(
      fmt::format("start: expected a finite log density and gradient at one of {} points, found "
                  "{}, and nothing "
                  "better elsewhere",
                  options.tries, first));
}

// Minus the second derivatives, by differences of gradients over about a hundredth of an sd in
// each coordinate.
Matrix precision_at(const Watched& log_density, const Vector& at) {
  const Index d = at.size();
  Matrix precision(d, d);
  Vector up(d), down(d);
  for (Index i = 0; i < d; ++i) {
    double step = 1e-4 * std::max(1.0, std::abs(at(i)));
    for (int attempt = 0; attempt < 12; ++attempt) {
      Vector moved = at;
      moved(i) = at(i) + step;
      log_density(moved, up);
      moved(i) = at(i) - step;
      log_density(moved, down);
      // The change of the log density, about half of (step / sd)^2.
      const double change = 0.25 * step * std::abs(up(i) - down(i));
      if (up.allFinite() && down.allFinite() && change > 1e-6 && change < 1e-2) break;
      step *= up.allFinite() && down.allFinite() && change <= 1e-6 ? 10.0 : 0.1;
    }
    precision.col(i) = (down - up) / (2.0 * step);
  }
  return 0.5 * (precision + precision.transpose());
}

// The inverse, in coordinates of unit curvature. Guessed: a sd of 1 where a coordinate has no
// curvature; of the curvature's size where that has the wrong sign, or of a floor.
void set_covariance(Matrix precision, DensityStart& start) {
  constexpr double floor = 1e-6;
  start.is_curvature = precision.allFinite();
  if (!start.is_curvature) precision.setIdentity();
  for (Index i = 0; i < precision.rows(); ++i) {
    start.is_curvature &= precision(i, i) > 0.0;
    if (!(std::abs(precision(i, i)) > 1e-12)) precision(i, i) = 1.0;
  }
  const Vector scale = precision.diagonal().cwiseAbs().cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<Matrix> axes(scale.asDiagonal() * precision *
                                                   scale.asDiagonal());
  start.is_curvature &= axes.eigenvalues()(0) > floor;
  const Vector sizes = axes.eigenvalues().cwiseAbs().cwiseMax(floor);
  const Matrix root =
      scale.asDiagonal() * axes.eigenvectors() * sizes.cwiseSqrt().cwiseInverse().asDiagonal();
  start.covariance = root * root.transpose();
}

DensityStart start_by(const Watched& log_density, const StartOptions& options) {
  const auto best = maximise_smooth(log_density, finite_point(log_density, options),
                                    {.iterations = options.iterations});
  DensityStart start{.at = best.at, .log_density = best.value};
  set_covariance(precision_at(log_density, start.at), start);
  Vector gradient;
  log_density(start.at, gradient);
  // Newton's step from here, in sds: free of the coordinates' scales.
  start.at_mode = start.is_curvature && gradient.dot(start.covariance * gradient) < 1e-4;
  return start;
}

void archive_start(DensityStart& start, StateArchive& archive) {
  archive("at", start.at);
  archive("covariance", start.covariance);
  archive("log_density", start.log_density);
  archive("at_mode", start.at_mode);
  archive("is_curvature", start.is_curvature);
}

}  // namespace

DensityStart find_start(const Density& density, const StartOptions& options, Legs* legs) {
  const Index d = density.dimension();
  DensityStart start{.at = Vector::Zero(d), .covariance = Matrix::Zero(d, d)};
  bool is_found = false;
  Leg leg(legs, [&](StateArchive& archive) {
    archive("is_found", is_found);
    if (is_found) archive_start(start, archive);
  });
  if (!is_found) start = start_by(Watched(density, leg), options);
  is_found = true;
  leg.end();
  return start;
}

}  // namespace renyi
