#include "renyi/autodiff/spans.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

using Numbers = Eigen::Map<const Eigen::VectorXd>;

Numbers numbers(std::span<const double> x) { return {x.data(), std::ssize(x)}; }

}  // namespace

double sum(std::span<const double> x) { return numbers(x).sum(); }

double dot(std::span<const double> x, std::span<const double> y) {
  autodiff::check_dot_lengths(x.size(), y.size());
  return numbers(x).dot(numbers(y));
}

namespace autodiff {
namespace {

// Writes the terms of one sum, of which the records were reserved, and ends it as its node.
class Terms {
 public:
  explicit Terms(std::size_t most) { reserve_records(static_cast<std::int64_t>(most) + 1); }

  void add(const Variable& x, double derivative) {
    if (x.is_constant()) return;
    tape.records[tape.size++] = {chain(derivative, x.slope()), x.node(), start};
  }

  Variable sum(double value) const {
    const Node count = tape.size - first_;
    if (count == 0) return value;
    if (count == 2) tape.records[tape.size - 1].kind = linked;
    if (count > 2) tape.records[tape.size++] = {0.0, no_node, count};
    return {value, 1.0, tape.size - 1};
  }

 private:
  Node first_ = tape.size;
};

// Where `y` stands among the arguments of the function that is evaluated, which are contiguous
// nodes of slope 1; -1 for other variables.
std::ptrdiff_t place_among_arguments(std::span<const Variable> y) {
  const Variable* const begin = tape.arguments;
  const Variable* const end = begin + tape.argument_count;
  const std::less_equal<> before;
  if (!before(begin, y.data()) || !before(y.data() + y.size(), end)) return -1;
  return y.data() - begin;
}

Variable dot_with_arguments(std::span<const double> x, std::ptrdiff_t place) {
  const auto count = static_cast<std::int64_t>(x.size());
  if (tape.weights_capacity - tape.weights_size < count) grow_weights(count);
  const std::int64_t offset = tape.weights_size;
  std::copy(x.begin(), x.end(), tape.weights + offset);
  tape.weights_size += count;
  const double value = numbers(x).dot(Numbers(tape.argument_values + place, count));
  const auto first = static_cast<Node>(tape.first_argument + place);
  return {value, 1.0,
          add_record(std::bit_cast<double>(offset), first, -static_cast<std::int32_t>(count))};
}

}  // namespace

void check_dot_lengths(std::size_t x, std::size_t y) {
  if (x != y)
    throw UsageError("dot: " + std::to_string(x) + " numbers with " + std::to_string(y) +
                     " others");
}

Variable sum(std::span<const Variable> x) {
  Terms terms(x.size());
  double value = 0.0;
  for (const Variable& term : x) {
    value += term.value();
    terms.add(term, 1.0);
  }
  return terms.sum(value);
}

Variable dot(std::span<const double> x, std::span<const Variable> y) {
  check_dot_lengths(x.size(), y.size());
  if (x.empty()) return 0.0;
  if (const std::ptrdiff_t place = place_among_arguments(y); place >= 0)
    return dot_with_arguments(x, place);
  Terms terms(x.size());
  double value = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    value += x[i] * y[i].value();
    terms.add(y[i], x[i]);
  }
  return terms.sum(value);
}

Variable dot(std::span<const Variable> x, std::span<const Variable> y) {
  check_dot_lengths(x.size(), y.size());
  Terms terms(2 * x.size());
  double value = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    value += x[i].value() * y[i].value();
    terms.add(x[i], y[i].value());
    terms.add(y[i], x[i].value());
  }
  return terms.sum(value);
}

Variable log_sum_exp(std::span<const Variable> x) {
  double high = -infinity;
  for (const Variable& term : x) {
    if (std::isnan(term.value())) return term;
    high = std::max(high, term.value());
  }
  if (std::isinf(high)) return high;
  double total = 0.0;
  for (const Variable& term : x) total += std::exp(term.value() - high);
  Terms terms(x.size());
  for (const Variable& term : x) terms.add(term, std::exp(term.value() - high) / total);
  return terms.sum(high + std::log(total));
}

}  // namespace autodiff
}  // namespace renyi
