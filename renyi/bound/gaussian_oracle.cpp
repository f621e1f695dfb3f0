#include "renyi/bound/gaussian_oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {
namespace {

// With v = e^(aZ), Z a standard normal, and phi(t) = E e^(-tv),
//
//   log x = ∫_0^∞ (e^-t - e^(-tx)) dt/t  gives  E log sum_k v_k = ∫ (phi - phi^K) dt/t,
//
// because the draws are independent and E log v = 0. In u = log t the integrand is analytic in the
// strip |Im u| < pi/2, decays on both sides, and the trapezoid rule of step h errs by e^(-pi^2/h).
constexpr double step = 0.25;         // e^(-pi^2/h) = 7e-18
constexpr double negligible = 37.0;   // e^-37 = 9e-17
constexpr double double_tail = 4.0;   // e^-e^4 = 2e-24
constexpr double normal_tail = 9.5;   // P(Z > 9.5) = 1e-21
constexpr double small_scale = 6e-3;  // see scaled_excess

double normal_cdf(double z) { return 0.5 * std::erfc(-z * std::numbers::sqrt2 / 2.0); }

// phi - phi^K from 1 - phi, to full relative precision where phi is near 1.
double power_gap(double complement, double draws) {
  const double c = std::min(complement, 1.0);
  return -(1.0 - c) * std::expm1((draws - 1.0) * std::log1p(-c));
}

// 1 - phi(e^u), itself by the trapezoid rule; both forms have positive terms alone.
class LaplaceComplement {
 public:
  LaplaceComplement(double scale, double draws) : scale_(scale), narrow_(scale < 1.0) {
    const double low = narrow_ ? -normal_tail : -negligible - std::log(draws);
    const double high = narrow_ ? normal_tail : double_tail;
    nodes_ = Eigen::ArrayXd::LinSpaced(static_cast<Index>((high - low) / step) + 1, low, high);
    const double spacing = nodes_(1) - nodes_(0);
    if (narrow_)
      weights_ = (-0.5 * nodes_.square()).exp() * (spacing / std::sqrt(2.0 * std::numbers::pi));
    else
      weights_ = (nodes_ - nodes_.exp()).exp() * spacing;
  }

  double operator()(double u) const {
    double sum = 0.0;
    if (narrow_)  // over Z: 1 - e^(-e^(u + aZ))
      for (Index i = 0; i < nodes_.size(); ++i)
        sum -= weights_(i) * std::expm1(-std::exp(u + scale_ * nodes_(i)));
    else  // over X = log of an exponential variable: P(X - aZ < u), smooth however large a is
      for (Index i = 0; i < nodes_.size(); ++i)
        sum += weights_(i) * normal_cdf((u - nodes_(i)) / scale_);
    return sum;
  }

 private:
  double scale_;
  bool narrow_;
  Eigen::ArrayXd nodes_;
  Eigen::ArrayXd weights_;
};

template <class Complement>
double integrate_gap(const Complement& complement, double draws, double low, double high,
                     double spacing) {
  double sum = 0.0;
  const auto nodes = static_cast<std::int64_t>((high - low) / spacing) + 1;
  for (std::int64_t i = 0; i <= nodes; ++i)
    sum += power_gap(complement(low + spacing * static_cast<double>(i)), draws);
  return sum * spacing;
}

// The width, in units of one normal's, of the distribution of the largest of K.
double width_of_max(double draws) { return 1.0 / std::sqrt(1.0 + 2.0 * std::log(draws)); }

// Where P(Z > z) K is negligible.
double tail_of_max(double draws) { return std::sqrt(2.0 * (negligible + std::log(draws))); }

// E max_k Z_k: what E log sum_k e^(aZ_k) / a tends to.
double expected_max(double draws) {
  const double tail = tail_of_max(draws);
  return integrate_gap(normal_cdf, draws, -tail, tail, step * width_of_max(draws));
}

// (1/a) E log 1/K sum_k e^(aZ_k) for a > 0. Even in a up to its sign, hence the symmetry of the
// expected bounds about alpha = 1.
double scaled_excess(double a, double draws) {
  if (std::isinf(a)) return expected_max(draws);
  // The integral less log K has an absolute error near 1e-15, which division by a magnifies; the
  // expansion in cumulants errs by at most a^5 / 24. Both are below 1e-12 at the switch.
  if (a < small_scale) return (draws - 1.0) / draws * (a / 2.0 - a * a * a / (4.0 * draws));
  const double tail = a * tail_of_max(draws);
  const double low = -negligible - std::log(draws) - tail;
  const double spacing = step * std::max(1.0, a * width_of_max(draws));
  const LaplaceComplement complement(a, draws);
  return (integrate_gap(complement, draws, low, double_tail + tail, spacing) - std::log(draws)) / a;
}

void check_draws(std::int64_t draws) {
  if (draws < 1)
    throw UsageError(fmt::format("draws: expected at least one (K >= 1), found K = {}", draws));
}

}  // namespace

void GaussianLogWeights::validate() const {
  if (!std::isfinite(mean) || !std::isfinite(sd) || sd < 0.0)
    throw UsageError(fmt::format(
        "log-weights: expected a finite mean and a finite sd >= 0, found {} and {}", mean, sd));
}

double exact_bound(Alpha alpha, const GaussianLogWeights& weights) {
  weights.validate();
  if (weights.sd == 0.0) return weights.mean;
  return weights.mean + alpha.power() * weights.sd * weights.sd / 2.0;
}

double expected_bound(Alpha alpha, std::int64_t draws, const GaussianLogWeights& weights) {
  weights.validate();
  check_draws(draws);
  if (draws == 1 || weights.sd == 0.0 || alpha.is_vi()) return weights.mean;
  const double excess =
      scaled_excess(std::abs(alpha.power()) * weights.sd, static_cast<double>(draws));
  return weights.mean + std::copysign(weights.sd, alpha.power()) * excess;
}

std::optional<Alpha> alpha_k(std::int64_t draws, const GaussianLogWeights& weights) {
  weights.validate();
  check_draws(draws);
  if (weights.sd == 0.0) return Alpha::vr_max();
  const double log_evidence = exact_bound(Alpha::iwae(), weights);
  const auto excess = [&](double order) {
    return expected_bound(Alpha(order), draws, weights) - log_evidence;
  };
  if (excess(-std::numeric_limits<double>::infinity()) < 0.0) return std::nullopt;
  if (excess(0.0) >= 0.0) return Alpha::iwae();  // K beyond the precision of a double
  double low = -1.0;
  while (excess(low) < 0.0) low *= 2.0;  // ends: at -inf it is not negative
  if (std::isinf(low)) return Alpha::vr_max();
  std::uintmax_t evaluations = 200;
  const auto [left, right] =
      boost::math::tools::toms748_solve(excess, low, low == -1.0 ? 0.0 : low / 2.0,
                                        boost::math::tools::eps_tolerance<double>(48), evaluations);
  return Alpha((left + right) / 2.0);
}

}  // namespace renyi
