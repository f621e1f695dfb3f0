// The value and gradient of a function that is written once for any scalar: it is evaluated with
// variables, then read backwards; with few arguments, with dual numbers, which have the gradient
// with them. Nothing is kept from call to call but memory, so that branches may go either way and
// threads have nothing in common.
#pragma once

#include <span>
#include <vector>

#include "renyi/autodiff/dual_gradient.hpp"
#include "renyi/autodiff/eigen_scalar.hpp"
#include "renyi/autodiff/functions.hpp"
#include "renyi/autodiff/spans.hpp"
#include "renyi/autodiff/variable.hpp"

namespace renyi {
namespace autodiff {

// One evaluation on this thread's tape. One within another is right as long as the inner function
// does not use the outer one's variables.
class Evaluation {
 public:
  explicit Evaluation(std::span<const double> arguments);
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
  ~Evaluation();

  std::span<const Variable> arguments() const { return {tape.arguments, size_}; }
  // Fills the gradient of `result`, as long as the arguments.
  void pull_back(const Variable& result, std::span<double> gradient) const;

 private:
  // Of the evaluation that this one is within; 0 of none.
  Node outer_size_;
  std::int64_t outer_weights_size_;
  Node outer_argument_count_;
  Node outer_first_argument_;
  const Variable* outer_arguments_;
  const double* outer_argument_values_;
  std::size_t size_;
  std::vector<Variable> own_;  // the arguments of an inner evaluation
};

// By the tape. function(std::span<const Variable>) gives a Variable, or a number.
template <class Function>
double tape_gradient(const Function& function, std::span<const double> arguments,
                     std::span<double> gradient) {
  const Evaluation evaluation(arguments);
  const Variable result = function(evaluation.arguments());
  evaluation.pull_back(result, gradient);
  return result.value();
}

}  // namespace autodiff

// function(std::span<const T>) gives a T, or a number, where T is Variable and, if the function is
// a template, also a dual number, which is what functions of few arguments are evaluated with.
// Fills `gradient`, as long as `arguments`. What is NaN or infinite is given as it is. Allocates
// nothing after the first call of a thread.
template <class Function>
double value_and_gradient(const Function& function, std::span<const double> arguments,
                          std::span<double> gradient) {
  if constexpr (autodiff::TakesDuals<Function>) {
    double value = 0.0;
    if (autodiff::dual_gradient(function, arguments, gradient, value)) return value;
  }
  return autodiff::tape_gradient(function, arguments, gradient);
}

}  // namespace renyi
