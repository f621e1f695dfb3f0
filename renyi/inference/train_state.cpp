#include "renyi/inference/train_state.hpp"

#include <cmath>

namespace renyi {

void RunningMean::add(double value) {
  ++count;
  const double difference = value - mean;
  mean += difference / static_cast<double>(count);
  squares += difference * (value - mean);
}

std::optional<double> RunningMean::standard_error() const {
  if (count < 2) return std::nullopt;
  const auto n = static_cast<double>(count);
  return std::sqrt(squares / (n * (n - 1.0)));
}

TrainState start_at(const Vector& parameters) {
  return {.parameters = parameters,
          .adam = adam_start(parameters.size()),
          .average = Vector::Zero(parameters.size())};
}

}  // namespace renyi
