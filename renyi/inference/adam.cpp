#include "renyi/inference/adam.hpp"

#include <fmt/format.h>

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

kernels::AdamFactors adam_factors(const AdamOptions& options, double rate, std::int64_t step) {
  const auto steps = static_cast<double>(step);
  // 1 - beta^steps, exact also for a beta near 1.
  const auto correction = [steps](double beta) { return -std::expm1(steps * std::log(beta)); };
  return {.beta1 = options.beta1,
          .beta2 = options.beta2,
          .step = rate / correction(options.beta1),
          .unbias = 1.0 / correction(options.beta2),
          .epsilon = options.epsilon};
}

template <class T>
BasicAdamState<T> adam_start(Index parameters) {
  return {
      .first = VectorOf<T>::Zero(parameters), .second = VectorOf<T>::Zero(parameters), .steps = 0};
}

template <class T>
void adam_step(const AdamOptions& options, double rate,
               const std::type_identity_t<VectorOf<T>>& gradient, BasicAdamState<T>& state,
               const std::type_identity_t<VectorOf<T>>& from,
               std::type_identity_t<VectorOf<T>>& to) {
  kernels::adam(adam_factors(options, rate, ++state.steps),
                kernels::AdamArrays<T>{.gradient = gradient.data(),
                                       .first = state.first.data(),
                                       .second = state.second.data(),
                                       .from = from.data(),
                                       .to = to.data(),
                                       .size = gradient.size()});
}

template BasicAdamState<float> adam_start(Index);
template BasicAdamState<double> adam_start(Index);
template void adam_step(const AdamOptions&, double, const VectorOf<float>&, BasicAdamState<float>&,
                        const VectorOf<float>&, VectorOf<float>&);
template void adam_step(const AdamOptions&, double, const VectorOf<double>&,
                        BasicAdamState<double>&, const VectorOf<double>&, VectorOf<double>&);

}  // namespace renyi
