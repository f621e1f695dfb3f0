#include "renyi/autodiff/value_and_gradient.hpp"

#include <algorithm>
#include <utility>

#include "renyi/core/error.hpp"

namespace renyi::autodiff {
namespace {

// The arguments of evaluations that are not within another.
thread_local std::vector<Variable> outermost_arguments;

}  // namespace

Evaluation::Evaluation(std::span<const double> arguments)
    : outer_size_(tape.size),
      outer_weights_size_(tape.weights_size),
      outer_argument_count_(tape.argument_count),
      outer_first_argument_(tape.first_argument),
      outer_arguments_(tape.arguments),
      outer_argument_values_(tape.argument_values),
      size_(arguments.size()) {
  std::vector<Variable>& variables = outer_arguments_ == nullptr ? outermost_arguments : own_;
  const auto count = static_cast<std::int64_t>(size_);
  if (variables.size() < std::max<std::size_t>(size_, 1))
    variables.resize(std::max<std::size_t>(size_, 1));
  reserve_records(count);
  const Node first = tape.size;
  for (std::size_t i = 0; i < size_; ++i)
    variables[i] = {arguments[i], 1.0, first + static_cast<Node>(i)};
  tape.arguments = variables.data();
  tape.argument_values = arguments.data();
  tape.argument_count = static_cast<Node>(count);
  tape.first_argument = first;
  tape.size += static_cast<Node>(count);
}

// The memory is left as it is by now.
Evaluation::~Evaluation() {
  tape.size = outer_size_;
  tape.weights_size = outer_weights_size_;
  tape.argument_count = outer_argument_count_;
  tape.first_argument = outer_first_argument_;
  tape.arguments = outer_arguments_;
  tape.argument_values = outer_argument_values_;
}

void Evaluation::pull_back(const Variable& result, std::span<double> gradient) const {
  if (gradient.size() != size_)
    throw UsageError("gradient: room for " + std::to_string(gradient.size()) + " numbers, of " +
                     std::to_string(size_) + " arguments");
  if (result.is_constant()) {
    std::fill(gradient.begin(), gradient.end(), 0.0);
    return;
  }
  const Node first = tape.first_argument;
  pass_back(result.node(), result.slope(), first + tape.argument_count);
  double* const adjoints = tape.adjoints + first;
  // Number by number: of those just written, several at once would wait until all are in the cache.
  for (std::size_t i = 0; i < size_; ++i) gradient[i] = std::exchange(adjoints[i], 0.0);
}

}  // namespace renyi::autodiff
