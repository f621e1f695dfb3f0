// Sums, inner products and log-sum-exps of many variables, each with one node. The same names take
// plain numbers, so that a function may be a template of its scalar.
#pragma once

#include <span>

#include "renyi/autodiff/variable.hpp"
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

}  // namespace autodiff

using autodiff::dot;
using autodiff::log_sum_exp;
using autodiff::sum;

}  // namespace renyi
