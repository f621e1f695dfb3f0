// Sums, inner products and log-sum-exps of many differentiated numbers, each with one node of the
// tape. The same names take plain numbers, so that a function may be a template of its scalar.
#pragma once

#include <cmath>
#include <span>
#include <type_traits>

#include "renyi/autodiff/differentiated.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {

double sum(std::span<const double> x);
// UsageError where the lengths differ.
double dot(std::span<const double> x, std::span<const double> y);

namespace autodiff {

Variable sum(std::span<const Variable> x);
Variable dot(std::span<const double> x, std::span<const Variable> y);
Variable dot(std::span<const Variable> x, std::span<const Variable> y);
inline Variable dot(std::span<const Variable> x, std::span<const double> y) { return dot(y, x); }
// -inf for none; where the largest is infinite, so is the answer, and its slopes are 0.
Variable log_sum_exp(std::span<const Variable> x);

// UsageError where they differ.
void check_dot_lengths(std::size_t x, std::size_t y);

// Of dual numbers, in anything that a span can be made of.
template <class Numbers>
using ElementOf = typename decltype(std::span(std::declval<const Numbers&>()))::value_type;
template <class Numbers>
concept Duals = is_dual<ElementOf<Numbers>>;

template <Duals Numbers>
ElementOf<Numbers> sum(const Numbers& x) {
  ElementOf<Numbers> total = 0.0;
  for (const auto& term : std::span(x)) total += term;
  return total;
}

template <class First, class Second>
requires(Duals<First> || Duals<Second>) auto dot(const First& first, const Second& second) {
  const std::span x(first);
  const std::span y(second);
  check_dot_lengths(x.size(), y.size());
  decltype(x[0] * y[0]) total = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) total += x[i] * y[i];
  return total;
}

template <Duals Numbers>
ElementOf<Numbers> log_sum_exp(const Numbers& x) {
  const std::span terms(x);
  double high = -infinity;
  for (const auto& term : terms) {
    if (std::isnan(term.value())) return term;
    high = term.value() > high ? term.value() : high;
  }
  if (std::isinf(high)) return high;
  double total = 0.0;
  for (const auto& term : terms) total += std::exp(term.value() - high);
  ElementOf<Numbers> result = high + std::log(total);
  for (const auto& term : terms) result += of_one(0.0, term, std::exp(term.value() - high) / total);
  return result;
}

}  // namespace autodiff

using autodiff::dot;
using autodiff::log_sum_exp;
using autodiff::sum;

}  // namespace renyi
