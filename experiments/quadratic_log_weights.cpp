#include "experiments/quadratic_log_weights.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// As in gaussian_oracle.cpp, with v = w^(1-alpha) and phi(t) = E e^(-tv),
//
//   E log sum_k v_k = E log v + ∫ (phi - phi^K) du,  t = e^u,
//
// analytic in the strip |Im u| < pi/2, so that the trapezoid rule of step h errs by e^(-pi^2/h).
constexpr Index stride = 16;               // h = 0.5, e^(-pi^2/h) = 3e-9
constexpr double spacing = 1.0 / 32.0;     // of the lattice of log v; h / stride
constexpr double low = -40.0, high = 4.0;  // e^-e^x is 1 below and 0 above
constexpr auto transition = static_cast<Index>((high - low) / spacing);
constexpr double negligible = 30.0;  // e^-30 = 1e-13
constexpr double tail = 7.0;         // of a normal: 3e-12 of its mass is beyond

// A standard normal by the trapezoid rule on one half of the line, for even functions. What is
// integrated bends like e^-e^x with x quadratic in z, the more the larger `bend`.
struct HalfNormal {
  Eigen::ArrayXd nodes;
  Eigen::ArrayXd masses;

  explicit HalfNormal(double bend) {
    const double step = 0.125 / std::max(1.0, 0.5 * bend);
    const auto count = static_cast<Index>(tail / step) + 1;
    nodes = Eigen::ArrayXd::LinSpaced(count, 0.0, static_cast<double>(count - 1)) * step;
    masses = (-0.5 * nodes.square()).exp();
    masses(0) *= 0.5;
    masses /= masses.sum();
  }
};

// The distribution of log v less its mean, on a lattice: a mass between four of its points is
// shared out as Lagrange's cubic would interpolate a function there, which errs by less than
// spacing^4 / 40 for the functions at hand.
struct Lattice {
  double first = 0.0;     // log v of masses(0), less its mean
  Eigen::ArrayXd masses;  // a spacing apart

  Lattice(double power, const QuadraticLogWeights& weights) {
    const auto& [a, b] = weights.curvature;
    const HalfNormal x(std::abs(power * a)), y(std::abs(power * b));
    const Eigen::ArrayXd along = 0.5 * power * a * (1.0 - x.nodes.square());
    const Eigen::ArrayXd across = 0.5 * power * b * (1.0 - y.nodes.square());
    first = along.minCoeff() + across.minCoeff() - 2.0 * spacing;
    const double range = along.maxCoeff() + across.maxCoeff() - first;
    masses.setZero(static_cast<Index>(range / spacing) + 4);
    for (Index j = 0; j < across.size(); ++j)
      for (Index i = 0; i < along.size(); ++i)
        add((along(i) + across(j) - first) / spacing, x.masses(i) * y.masses(j));
  }

 private:
  void add(double position, double mass) {
    const auto cell = static_cast<Index>(position);
    const double f = position - static_cast<double>(cell);
    masses(cell - 1) -= mass * f * (f - 1.0) * (f - 2.0) / 6.0;
    masses(cell) += mass * (f + 1.0) * (f - 1.0) * (f - 2.0) / 2.0;
    masses(cell + 1) -= mass * (f + 1.0) * f * (f - 2.0) / 2.0;
    masses(cell + 2) += mass * (f + 1.0) * f * (f - 1.0) / 6.0;
  }
};

// phi at u = low - first + spacing * offset, where u + log v of mass i is low + spacing (offset +
// i).
class Laplace {
 public:
  explicit Laplace(Eigen::ArrayXd masses) : masses_(std::move(masses)), below_(masses_.size() + 1) {
    below_(0) = 0.0;
    for (Index i = 0; i < masses_.size(); ++i) below_(i + 1) = below_(i) + masses_(i);
    damping_ = (-(Eigen::ArrayXd::LinSpaced(transition + 1, low, high)).exp()).exp();
  }

  double operator()(Index offset) const {
    const Index begin = std::clamp<Index>(-offset, 0, masses_.size());
    const Index end = std::clamp<Index>(transition + 1 - offset, begin, masses_.size());
    const Index count = end - begin;
    return below_(begin) +
           (masses_.segment(begin, count) * damping_.segment(begin + offset, count)).sum();
  }

 private:
  Eigen::ArrayXd masses_;
  Eigen::ArrayXd below_;    // sums of the masses before each
  Eigen::ArrayXd damping_;  // e^-e^x
};

}  // namespace

QuadraticLogWeights QuadraticLogWeights::of(const ConstMatrixRef& posterior_precision,
                                            const ConstVectorRef& precision, double log_evidence) {
  const Vector sd = precision.cwiseSqrt().cwiseInverse();
  const Eigen::Matrix2d ratio = sd.asDiagonal() * posterior_precision * sd.asDiagonal();
  const Eigen::Vector2d values =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(ratio, Eigen::EigenvaluesOnly).eigenvalues();
  return {.peak = log_evidence + 0.5 * values.array().log().sum(),
          .curvature = {values(0) - 1.0, values(1) - 1.0}};
}

std::vector<double> expected_bounds(Alpha alpha, const std::vector<std::int64_t>& draws,
                                    const QuadraticLogWeights& weights) {
  if (!alpha.is_finite())
    throw UsageError(
        fmt::format("expected bounds: expected a finite alpha, found {}", alpha.to_string()));
  for (const std::int64_t count : draws)
    if (count < 1) throw UsageError(fmt::format("draws: expected at least 1, found {}", count));
  std::vector<double> bounds(draws.size(), weights.mean());
  if (alpha.is_vi()) return bounds;

  const Lattice lattice(alpha.power(), weights);
  const Laplace phi(lattice.masses);
  const auto most = static_cast<double>(*std::max_element(draws.begin(), draws.end()));
  const auto begin =
      static_cast<Index>((-low - negligible - std::log(most)) / spacing) - lattice.masses.size();
  std::vector<double> integrals(draws.size(), 0.0);
  for (Index offset = begin; offset <= transition; offset += stride) {
    const double value = phi(offset);
    for (std::size_t k = 0; k < draws.size(); ++k)
      integrals[k] += value - std::pow(value, static_cast<double>(draws[k]));
  }
  for (std::size_t k = 0; k < draws.size(); ++k)
    bounds[k] +=
        (stride * spacing * integrals[k] - std::log(static_cast<double>(draws[k]))) / alpha.power();
  return bounds;
}

}  // namespace renyi
