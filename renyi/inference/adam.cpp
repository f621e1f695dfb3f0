#include "renyi/inference/adam.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/inference/adam_kernel.hpp"

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
  kernels::adam({.beta1 = options.beta1,
                 .beta2 = options.beta2,
                 .step = rate / correction(options.beta1),
                 .unbias = 1.0 / correction(options.beta2),
                 .epsilon = options.epsilon},
                {.gradient = gradient.data(),
                 .first = state.first.data(),
                 .second = state.second.data(),
                 .from = from.data(),
                 .to = to.data(),
                 .size = gradient.size()});
}

}  // namespace renyi
