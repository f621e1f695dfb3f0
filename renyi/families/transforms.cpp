#include "renyi/families/transforms.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

std::string number_text(double x) {
  std::ostringstream text;
  text.precision(10);
  text << x;
  return text.str();
}

[[noreturn]] void refuse_transform(const std::string& expected, const std::string& found) {
  throw UsageError("transform: expected " + expected + ", found " + found);
}

void check_length(const std::string& what, std::size_t expected, std::size_t found) {
  if (expected != found)
    refuse_transform(std::to_string(expected) + " numbers of " + what, std::to_string(found));
}

}  // namespace

void check_interval(double low, double high) {
  if (!(std::isfinite(low) && std::isfinite(high) && low < high))
    refuse_transform("an interval of positive length",
                     number_text(low) + " to " + number_text(high));
}

void check_ordered_lengths(std::size_t free, std::size_t constrained) {
  check_length("an ordered vector", free, constrained);
}

void check_simplex_lengths(std::size_t free, std::size_t constrained) {
  check_length("a simplex", free + 1, constrained);
}

void check_correlation_lengths(std::size_t free, std::size_t entries, std::size_t rows) {
  check_length("free correlations", rows * (rows == 0 ? 0 : rows - 1) / 2, free);
  check_length("a square matrix", rows * rows, entries);
}

double unconstrain_positive(double y) {
  if (!(y > 0.0)) refuse_transform("a positive number", number_text(y));
  return std::log(y);
}

double unconstrain_above(double y, double low) {
  if (!(y > low)) refuse_transform("a number above " + number_text(low), number_text(y));
  return std::log(y - low);
}

double unconstrain_below(double y, double high) {
  if (!(y < high)) refuse_transform("a number below " + number_text(high), number_text(y));
  return std::log(high - y);
}

double unconstrain_interval(double y, double low, double high) {
  check_interval(low, high);
  if (!(y > low && y < high))
    refuse_transform("a number between " + number_text(low) + " and " + number_text(high),
                     number_text(y));
  return std::log(y - low) - std::log(high - y);
}

std::vector<double> unconstrain_ordered(std::span<const double> y) {
  std::vector<double> x(y.begin(), y.end());
  for (std::size_t k = 1; k < y.size(); ++k) {
    if (!(y[k] > y[k - 1]))
      refuse_transform("numbers in increasing order",
                       number_text(y[k]) + " after " + number_text(y[k - 1]));
    x[k] = std::log(y[k] - y[k - 1]);
  }
  return x;
}

std::vector<double> unconstrain_simplex(std::span<const double> y) {
  double sum = 0.0;
  for (const double part : y) {
    if (!(part > 0.0)) refuse_transform("positive parts of a simplex", number_text(part));
    sum += part;
  }
  if (!(std::abs(sum - 1.0) <= 1e-8)) refuse_transform("parts that sum to 1", number_text(sum));
  std::vector<double> x(y.size() - 1);
  // From the end, so that what is left is a sum of parts and no difference.
  double left = y.back();
  for (std::size_t k = x.size(); k-- > 0;) {
    x[k] = std::log(y[k]) - std::log(left) + std::log(static_cast<double>(x.size() - k));
    left += y[k];
  }
  return x;
}

std::vector<double> unconstrain_correlation_cholesky(std::span<const double> factor,
                                                     std::size_t rows) {
  check_length("a square matrix", rows * rows, factor.size());
  std::vector<double> x;
  for (std::size_t i = 0; i < rows; ++i) {
    const double diagonal = factor[i + i * rows];
    double left = diagonal * diagonal;
    for (std::size_t j = 0; j < i; ++j) left += factor[i + j * rows] * factor[i + j * rows];
    if (!(diagonal > 0.0 && std::abs(left - 1.0) <= 1e-8))
      refuse_transform("rows of length 1 with a positive diagonal",
                       "row " + std::to_string(i + 1) + " of squared length " + number_text(left) +
                           " and diagonal " + number_text(diagonal));
    // asinh(z / sqrt(rest)) is atanh(z / sqrt(rest + z^2)), without 1 - tanh^2. Again from the end.
    std::vector<double> row(i);
    double rest = diagonal * diagonal;
    for (std::size_t j = i; j-- > 0;) {
      row[j] = std::asinh(factor[i + j * rows] / std::sqrt(rest));
      rest += factor[i + j * rows] * factor[i + j * rows];
    }
    x.insert(x.end(), row.begin(), row.end());
  }
  return x;
}

}  // namespace renyi
