#include "renyi/nn/dense_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "renyi/core/error.hpp"

namespace renyi {

DenseLayout::DenseLayout(DenseShape shape) : shape_(std::move(shape)) {
  Index inputs = shape_.inputs, offset = 0;
  const auto append = [&](Index outputs) {
    if (inputs < 1 || outputs < 1)
      throw UsageError(fmt::format("network: expected at least one unit in every layer, found {}",
                                   std::min(inputs, outputs)));
    layers_.push_back({inputs, outputs, offset});
    offset = layers_.back().biases() + outputs;
    inputs = outputs;
  };
  layers_.reserve(shape_.hidden.size() + 1);
  for (const Index units : shape_.hidden) append(units);
  append(shape_.outputs);
}

double DenseLayout::forward_flops() const {
  double flops = 0.0;
  for (const DenseLayer& layer : layers_)
    flops += 2.0 * static_cast<double>(layer.inputs * layer.outputs);
  return flops;
}
double DenseLayout::backward_flops(bool of_inputs) const {
  const DenseLayer& first = layers_.front();
  const double unused = of_inputs ? 0.0 : 2.0 * static_cast<double>(first.inputs * first.outputs);
  return 2.0 * forward_flops() - unused;
}

std::string DenseLayout::name(Index parameter) const {
  std::size_t l = 0;
  while (l + 1 < layers_.size() && parameter >= layers_[l + 1].offset) ++l;
  const DenseLayer& layer = layers_[l];
  const std::string which =
      l + 1 == layers_.size() ? std::string("output") : fmt::format("hidden {}", l + 1);
  if (parameter >= layer.biases())
    return fmt::format("{} bias {}", which, parameter - layer.biases() + 1);
  const Index at = parameter - layer.offset;
  return fmt::format("{} weight {},{}", which, at / layer.outputs + 1, at % layer.outputs + 1);
}

}  // namespace renyi
