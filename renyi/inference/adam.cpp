#include "renyi/inference/adam.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

void require_share(const char* name, double beta) {
  if (!(beta >= 0.0 && beta < 1.0))
    throw UsageError(fmt::format("{}: expected a number from 0 to below 1, found {}", name, beta));
}

}  // namespace

void AdamOptions::validate() const {
  require_share("beta1", beta1);
  require_share("beta2", beta2);
  if (!(epsilon > 0.0 && std::isfinite(epsilon)))
    throw UsageError(fmt::format("epsilon: expected a number above 0, found {}", epsilon));
}

AdamState adam_start(Index parameters) {
  return {.first = Vector::Zero(parameters), .second = Vector::Zero(parameters), .steps = 0};
}

void adam_step(const AdamOptions& options, double rate, const Vector& gradient, AdamState& state,
               const Vector& from, Vector& to) {
  const double steps = static_cast<double>(++state.steps);
  // 1 - beta^steps, exact also for a beta near 1.
  const auto correction = [steps](double beta) { return -std::expm1(steps * std::log(beta)); };
  const double step = rate / correction(options.beta1);
  const double unbias = 1.0 / correction(options.beta2);

  // In pieces that stay in the cache between the three lines.
  constexpr Index piece = 1024;
  for (Index begin = 0; begin < gradient.size(); begin += piece) {
    const Index size = std::min(piece, gradient.size() - begin);
    const auto g = gradient.segment(begin, size).array();
    auto m = state.first.segment(begin, size).array();
    auto v = state.second.segment(begin, size).array();
    m = options.beta1 * m + (1.0 - options.beta1) * g;
    v = options.beta2 * v + (1.0 - options.beta2) * g.square();
    to.segment(begin, size).array() =
        from.segment(begin, size).array() + step * m / ((unbias * v).sqrt() + options.epsilon);
  }
}

}  // namespace renyi
