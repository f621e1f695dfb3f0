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

template <class T>
BasicTrainState<T> start_at(const std::type_identity_t<VectorOf<T>>& parameters) {
  return {.parameters = parameters,
          .adam = adam_start<T>(parameters.size()),
          .average = VectorOf<T>::Zero(parameters.size())};
}

template BasicTrainState<float> start_at<float>(const VectorOf<float>&);
template BasicTrainState<double> start_at<double>(const VectorOf<double>&);

}  // namespace renyi
