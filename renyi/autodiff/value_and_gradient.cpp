#include "renyi/autodiff/value_and_gradient.hpp"

#include <algorithm>

#include "renyi/core/error.hpp"

namespace renyi::autodiff {
namespace {

// The arguments of evaluations that are not within another.
thread_local std::vector<Variable> outermost_arguments;

}  // namespace

Evaluation::Evaluation(std::span<const double> arguments) : outer_(tape), size_(arguments.size()) {
  std::vector<Variable>& variables = tape.arguments == nullptr ? outermost_arguments : own_;
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

// What the outer evaluation had, but in the memory as it is by now.
Evaluation::~Evaluation() {
  tape.size = outer_.size;
  tape.weights_size = outer_.weights_size;
  tape.arguments = outer_.arguments;
  tape.argument_values = outer_.argument_values;
  tape.argument_count = outer_.argument_count;
  tape.first_argument = outer_.first_argument;
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
  std::copy(adjoints, adjoints + tape.argument_count, gradient.begin());
  std::fill(adjoints, adjoints + tape.argument_count, 0.0);
}

}  // namespace renyi::autodiff
