// A number that remembers how it depends on the arguments: the scalar with which a function is
// evaluated for its gradient (value_and_gradient.hpp), and its arithmetic. Other functions of it
// are in functions.hpp and spans.hpp, matrices of it in eigen_scalar.hpp.
#pragma once

#include <compare>

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
inline double chain(double outer, double inner) {
  const double product = outer * inner;
  if (product != product) [[unlikely]]
    return undefined_product(outer, inner);
  return product;
}

// f(x), where its derivative is `derivative`.
inline Variable of_one(double value, const Variable& x, double derivative) {
  return {value, chain(derivative, x.slope()), x.node()};
}

// A variable that moves by x_weight of x's node and y_weight of y's. Inlined, or all three would
// pass through memory. A plain number's weight is 0.
[[gnu::always_inline]] inline Variable join(double value, const Variable& x, double x_weight,
                                            const Variable& y, double y_weight) {
  const Node x_node = x.node(), y_node = y.node();
  if (x_node == y_node || (x_node | y_node) < 0)
    return {value, x_weight + y_weight, x_node > y_node ? x_node : y_node};
  const Node last = tape.size - 1;
  if (x_node == last) {
    if (x_weight == 1.0) return {value, 1.0, add_record(y_weight, y_node, linked)};
    if (y_weight == 1.0) return {value, 1.0, add_record(x_weight, y_node, scaled)};
  } else if (y_node == last) {
    if (y_weight == 1.0) return {value, 1.0, add_record(x_weight, x_node, linked)};
    if (x_weight == 1.0) return {value, 1.0, add_record(y_weight, x_node, scaled)};
  }
  reserve_records(2);
  Record* const next = tape.records + tape.size;
  next[0] = {x_weight, x_node, start};
  next[1] = {y_weight, y_node, linked};
  tape.size += 2;
  return {value, 1.0, tape.size - 1};
}

// f(x, y), where its partial derivatives are dx and dy.
[[gnu::always_inline]] inline Variable of_two(double value, const Variable& x, double dx,
                                              const Variable& y, double dy) {
  return join(value, x, chain(dx, x.slope()), y, chain(dy, y.slope()));
}

inline Variable operator+(const Variable& x) { return x; }
inline Variable operator-(const Variable& x) { return {-x.value(), -x.slope(), x.node()}; }

inline Variable operator+(const Variable& x, const Variable& y) {
  return join(x.value() + y.value(), x, x.slope(), y, y.slope());
}
inline Variable operator+(const Variable& x, double y) {
  return {x.value() + y, x.slope(), x.node()};
}
inline Variable operator+(double x, const Variable& y) { return y + x; }

inline Variable operator-(const Variable& x, const Variable& y) {
  return join(x.value() - y.value(), x, x.slope(), y, -y.slope());
}
inline Variable operator-(const Variable& x, double y) {
  return {x.value() - y, x.slope(), x.node()};
}
inline Variable operator-(double x, const Variable& y) {
  return {x - y.value(), -y.slope(), y.node()};
}

inline Variable operator*(const Variable& x, const Variable& y) {
  return of_two(x.value() * y.value(), x, y.value(), y, x.value());
}
inline Variable operator*(const Variable& x, double y) { return of_one(x.value() * y, x, y); }
inline Variable operator*(double x, const Variable& y) { return y * x; }

inline Variable operator/(const Variable& x, const Variable& y) {
  const double quotient = x.value() / y.value();
  return of_two(quotient, x, 1.0 / y.value(), y, -quotient / y.value());
}
inline Variable operator/(const Variable& x, double y) { return of_one(x.value() / y, x, 1.0 / y); }
inline Variable operator/(double x, const Variable& y) {
  const double quotient = x / y.value();
  return of_one(quotient, y, -quotient / y.value());
}

inline Variable& Variable::operator+=(const Variable& y) { return *this = *this + y; }
inline Variable& Variable::operator-=(const Variable& y) { return *this = *this - y; }
inline Variable& Variable::operator*=(const Variable& y) { return *this = *this * y; }
inline Variable& Variable::operator/=(const Variable& y) { return *this = *this / y; }

}  // namespace renyi::autodiff

namespace renyi {
using autodiff::Variable;
}
