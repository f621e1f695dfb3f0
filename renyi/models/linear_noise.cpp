#include "renyi/models/linear_noise.hpp"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <functional>
#include <optional>

#include "renyi/core/error.hpp"
#include "renyi/models/linear_mean_field.hpp"

namespace renyi {
namespace {

// An objective and its derivative in log sigma.
struct Value {
  double value = 0.0;
  double slope = 0.0;
};
using Objective = std::function<Value(double)>;

struct Search {
  double ratio;     // of neighbouring sigmas that are looked at
  double smallest;  // beside the largest, where data that are fitted exactly let sigma go to 0
};

// Where the targets lie about the prior's prediction, the scale at which to start.
double typical_sigma(const LinearRegression& model) {
  const auto n = static_cast<double>(model.statistics().rows);
  const double residual = std::hypot(model.signal().norm(), model.noise_norm()) / std::sqrt(n);
  if (residual > 0.0) return residual;
  return model.rank() > 0 ? model.strength()(0) / std::sqrt(n) : 1.0;
}

struct Place {
  double sigma = 0.0;
  Value objective;
};

// The local maximum between two sigmas of which the slope changes sign from + to -. Their slopes
// are handed over, since rounding in log sigma may turn one that is nearly 0.
SigmaOptimum between(const Objective& objective, const Place& low, const Place& high) {
  std::uintmax_t evaluations = 100;
  const auto slope = [&](double log_sigma) { return objective(std::exp(log_sigma)).slope; };
  const auto [left, right] = boost::math::tools::toms748_solve(
      slope, std::log(low.sigma), std::log(high.sigma), low.objective.slope, high.objective.slope,
      boost::math::tools::eps_tolerance<double>(46), evaluations);
  const double sigma = std::exp(0.5 * (left + right));
  return {.at_zero = false, .sigma = sigma, .value = objective(sigma).value};
}

// Every objective here has the slope -n + (|y - X theta|^2 + ...) / sigma^2 with a positive rest:
// it is positive below noise_norm / sqrt(n) and negative for large sigmas. In between it may change
// sign more than once, so all of the range is looked at.
SigmaOptimum maximise(const Objective& objective, const LinearRegression& model,
                      const Search& search) {
  if (model.statistics().rows == 0) throw UsageError("sigma: expected rows to learn it from");
  double high = typical_sigma(model);
  while (objective(high).slope >= 0.0) high *= 2.0;
  const double certain =
      model.noise_norm() / std::sqrt(static_cast<double>(model.statistics().rows));
  const double low = certain > 0.0 ? certain * 0.999 : high * search.smallest;

  std::optional<SigmaOptimum> best;
  Place here{high, objective(high)};
  while (here.sigma > low) {
    Place below{std::max(low, here.sigma / search.ratio), {}};
    try {
      below.objective = objective(below.sigma);
    } catch (const NumericalError&) {
      if (certain > 0.0 && !best) throw;
      break;  // nothing smaller can be told from 0
    }
    if (below.objective.slope >= 0.0 && here.objective.slope < 0.0) {
      const SigmaOptimum found = between(objective, below, here);
      if (!best || found.value > best->value) best = found;
    }
    here = below;
  }
  if (certain > 0.0) {
    if (!best) throw NumericalError("sigma: the slope of its objective does not change sign");
    return *best;
  }
  // Still rising towards 0: without end, or to a limit that may be less than what was found.
  const auto& [value, slope] = here.objective;
  if (!best || slope < -1e-3 || (slope < 0.0 && value > best->value))
    return {.at_zero = true, .sigma = here.sigma, .value = value};
  return *best;
}

}  // namespace

SigmaOptimum maximum_likelihood_sigma(const LinearRegression& model) {
  const auto objective = [&](double sigma) {
    const LogEvidence evidence = model.log_evidence(sigma);
    return Value{evidence.value, evidence.log_sigma_slope};
  };
  return maximise(objective, model, {.ratio = 1.1, .smallest = 1e-10});
}

SigmaOptimum mean_field_sigma(Alpha alpha, const LinearRegression& model) {
  const auto objective = [&](double sigma) {
    const LinearMeanField fit = fit_mean_field(alpha, model, sigma);
    return Value{fit.bound, fit.log_sigma_slope};
  };
  return maximise(objective, model, {.ratio = 2.0, .smallest = 1e-6});
}

}  // namespace renyi
