#include "renyi/nn/network_layout.hpp"

#include <fmt/format.h>

#include <utility>

#include "renyi/core/error.hpp"

namespace renyi {

NetworkLayout::NetworkLayout(NetworkShape shape) : shape_(std::move(shape)) {
  if (shape_.inputs < 1 || shape_.outputs < 1)
    throw UsageError(fmt::format("network: expected inputs and outputs, found {} and {}",
                                 shape_.inputs, shape_.outputs));
  const auto add = [this](Index rows, Index columns) {
    matrices_.push_back({rows, columns, parameters_});
    parameters_ += rows * columns;
  };
  Index inputs = shape_.inputs;
  for (const Index units : shape_.hidden) {
    if (units < 1) throw UsageError(fmt::format("hidden: expected units, found {}", units));
    add(inputs + 1, units);
    hidden_lines_ += units + 1;
    inputs = units;
  }
  add(shape_.outputs, inputs + 1);
}

std::string NetworkLayout::name(Index parameter) const {
  Index layer = 0;
  while (layer + 1 < static_cast<Index>(matrices_.size()) &&
         matrices_[static_cast<std::size_t>(layer) + 1].offset <= parameter)
    ++layer;
  const WeightMatrix& matrix = matrices_[static_cast<std::size_t>(layer)];
  const Index row = (parameter - matrix.offset) / matrix.columns;
  const Index column = (parameter - matrix.offset) % matrix.columns;
  const bool is_output = layer == hidden_layers();
  const Index input = is_output ? column : row;
  const Index unit = is_output ? row : column;
  const bool is_bias = input + 1 == (is_output ? matrix.columns : matrix.rows);
  const std::string where = is_output ? "output" : fmt::format("hidden {}", layer + 1);
  return is_bias ? fmt::format("{} bias {}", where, unit + 1)
                 : fmt::format("{} weight {},{}", where, input + 1, unit + 1);
}

}  // namespace renyi
