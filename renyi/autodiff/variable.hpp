// A number that remembers how it depends on the arguments: the scalar with which a function is
// evaluated for its gradient (value_and_gradient.hpp), and its arithmetic. Other functions of it
// are in functions.hpp and spans.hpp, matrices of it in eigen_scalar.hpp.
#pragma once

#include <compare>
#include <cstdint>

#include "renyi/autodiff/tape.hpp"

namespace renyi::autodiff {

// d(value) = slope d(node). Functions of one variable, operations with a plain number and those on
// two variables of one node change the slope alone; only where two nodes meet is a record written.
// A plain number is a variable without node. It lives no longer than the evaluation.
class Variable {
 public:
  Variable() = default;
  Variable(double value) : value_(value) {}  // NOLINT(google-explicit-constructor): as a number
  Variable(double value, double slope, Node node) : value_(value), slope_(slope), node_(node) {}

  double value() const { return value_; }
  double slope() const { return slope_; }
  Node node() const { return node_; }
  bool is_constant() const { return node_ == no_node; }
  explicit operator double() const { return value_; }

  Variable& operator+=(const Variable& y);
  Variable& operator-=(const Variable& y);
  Variable& operator*=(const Variable& y);
  Variable& operator/=(const Variable& y);

  // Branches depend on values; they are taken anew at every evaluation.
  friend bool operator==(const Variable& x, const Variable& y) { return x.value_ == y.value_; }
  friend std::partial_ordering operator<=>(const Variable& x, const Variable& y) {
    return x.value_ <=> y.value_;
  }

 private:
  double value_ = 0.0;
  double slope_ = 0.0;
  Node node_ = no_node;
};

// The chain rule, in which 0 times infinity is 0: what has no effect has no slope.
[[gnu::cold, gnu::noinline]] inline double undefined_product(double outer, double inner) {
  return outer == 0.0 || inner == 0.0 ? 0.0 : outer * inner;
}
[[gnu::always_inline]] inline double chain(double outer, double inner) {
  const double product = outer * inner;
  if (product != product) [[unlikely]]
    return undefined_product(outer, inner);
  return product;
}

// f(x), where its derivative is `derivative`.
[[gnu::always_inline]] inline Variable of_one(double value, const Variable& x, double derivative) {
  return {value, chain(derivative, x.slope()), x.node()};
}

// A variable that moves by `weight` of the last node of the tape and by `other_weight` of another.
// A sign goes into the slope, so that sums and differences both run on.
[[gnu::always_inline]] inline Variable run_on(double value, Node last, double weight, Node other,
                                              double other_weight) {
  reserve_records(2);
  if (weight == 1.0) return {value, 1.0, put_record(last + 1, other_weight, other, linked)};
  if (weight == -1.0) return {value, -1.0, put_record(last + 1, -other_weight, other, linked)};
  if (other_weight == 1.0) return {value, 1.0, put_record(last + 1, weight, other, scaled)};
  tape.records[last + 1].weight = weight;
  return {value, 1.0, put_record(last + 2, other_weight, other, both)};
}

// A variable that moves by x_weight of x's node and y_weight of y's. Inlined, or all three would
// pass through memory. A plain number's weight is 0.
[[gnu::always_inline]] inline Variable join(double value, const Variable& x, double x_weight,
                                            const Variable& y, double y_weight) {
  const Node x_node = x.node(), y_node = y.node();
  // Of an earlier node, neither a plain number nor the same one.
  const auto before = [](Node node, Node other) {
    return static_cast<std::uint32_t>(node) < static_cast<std::uint32_t>(other);
  };
  if (x_node + 1 == tape.size && before(y_node, x_node))
    return run_on(value, x_node, x_weight, y_node, y_weight);
  if (y_node + 1 == tape.size && before(x_node, y_node))
    return run_on(value, y_node, y_weight, x_node, x_weight);
  if (x_node == y_node || (x_node | y_node) < 0)
    return {value, x_weight + y_weight, x_node > y_node ? x_node : y_node};
  reserve_records(2);
  const Node next = tape.size;
  tape.records[next] = {x_weight, x_node, start};
  return {value, 1.0, put_record(next + 1, y_weight, y_node, linked)};
}

// f(x, y), where its partial derivatives are dx and dy.
[[gnu::always_inline]] inline Variable of_two(double value, const Variable& x, double dx,
                                              const Variable& y, double dy) {
  return join(value, x, chain(dx, x.slope()), y, chain(dy, y.slope()));
}

[[gnu::always_inline]] inline Variable operator+(const Variable& x) { return x; }
[[gnu::always_inline]] inline Variable operator-(const Variable& x) {
  return {-x.value(), -x.slope(), x.node()};
}

[[gnu::always_inline]] inline Variable operator+(const Variable& x, const Variable& y) {
  return join(x.value() + y.value(), x, x.slope(), y, y.slope());
}
[[gnu::always_inline]] inline Variable operator+(const Variable& x, double y) {
  return {x.value() + y, x.slope(), x.node()};
}
[[gnu::always_inline]] inline Variable operator+(double x, const Variable& y) { return y + x; }

[[gnu::always_inline]] inline Variable operator-(const Variable& x, const Variable& y) {
  return join(x.value() - y.value(), x, x.slope(), y, -y.slope());
}
[[gnu::always_inline]] inline Variable operator-(const Variable& x, double y) {
  return {x.value() - y, x.slope(), x.node()};
}
[[gnu::always_inline]] inline Variable operator-(double x, const Variable& y) {
  return {x - y.value(), -y.slope(), y.node()};
}

[[gnu::always_inline]] inline Variable operator*(const Variable& x, const Variable& y) {
  return of_two(x.value() * y.value(), x, y.value(), y, x.value());
}
[[gnu::always_inline]] inline Variable operator*(const Variable& x, double y) {
  return of_one(x.value() * y, x, y);
}
[[gnu::always_inline]] inline Variable operator*(double x, const Variable& y) { return y * x; }

[[gnu::always_inline]] inline Variable operator/(const Variable& x, const Variable& y) {
  const double quotient = x.value() / y.value();
  return of_two(quotient, x, 1.0 / y.value(), y, -quotient / y.value());
}
[[gnu::always_inline]] inline Variable operator/(const Variable& x, double y) {
  return of_one(x.value() / y, x, 1.0 / y);
}
[[gnu::always_inline]] inline Variable operator/(double x, const Variable& y) {
  const double quotient = x / y.value();
  return of_one(quotient, y, -quotient / y.value());
}

[[gnu::always_inline]] inline Variable& Variable::operator+=(const Variable& y) {
  return *this = *this + y;
}
[[gnu::always_inline]] inline Variable& Variable::operator-=(const Variable& y) {
  return *this = *this - y;
}
[[gnu::always_inline]] inline Variable& Variable::operator*=(const Variable& y) {
  return *this = *this * y;
}
[[gnu::always_inline]] inline Variable& Variable::operator/=(const Variable& y) {
  return *this = *this / y;
}

}  // namespace renyi::autodiff

namespace renyi {
using autodiff::Variable;
}
