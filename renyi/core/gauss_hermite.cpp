#include "renyi/core/gauss_hermite.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

struct HermiteValue {
  long double value;     // of the orthonormal polynomial of degree n
  long double previous;  // of that of degree n - 1
};

// h_k+1 = (x h_k - sqrt(k) h_k-1) / sqrt(k + 1), orthonormal under the standard normal.
HermiteValue hermite(int degree, long double x) {
  long double value = 1.0L, previous = 0.0L;
  for (int k = 0; k < degree; ++k) {
    const long double next =
        (x * value - std::sqrt(static_cast<long double>(k)) * previous) / std::sqrt(k + 1.0L);
    previous = value;
    value = next;
  }
  return {value, previous};
}

}  // namespace

GaussHermite gauss_hermite(int nodes) {
  if (nodes < 1 || nodes > 64)
    throw UsageError(fmt::format("quadrature: expected 1 to 64 nodes, found {}", nodes));
  const auto count = static_cast<std::size_t>(nodes);
  GaussHermite rule{std::vector<double>(count), std::vector<double>(count)};
  const long double root = std::sqrt(static_cast<long double>(nodes));
  // The zeros lie within 2 sqrt(n), and no two are closer than 1 / sqrt(n): signs change between
  // points of this grid, and bisection with Newton's steps within finds each.
  const long double step = 0.5L / root;
  std::size_t found = 0;
  long double left = -2.0L * root - step;
  const auto sign_at = [&](long double x) { return std::signbit(hermite(nodes, x).value); };
  for (bool sign = sign_at(left); found < count; left += step) {
    if (sign_at(left + step) == sign) continue;
    long double low = left, high = left + step;
    for (int i = 0; i < 8; ++i) {
      const long double middle = 0.5L * (low + high);
      (sign_at(middle) == sign ? low : high) = middle;
    }
    long double x = 0.5L * (low + high);
    for (int i = 0; i < 5; ++i) {
      const HermiteValue at = hermite(nodes, x);
      x -= at.value / (root * at.previous);
    }
    const long double previous = hermite(nodes, x).previous;
    rule.nodes[found] = static_cast<double>(x);
    rule.weights[found] = static_cast<double>(1.0L / (nodes * previous * previous));
    ++found;
    sign = !sign;
  }
  for (std::size_t k = 0; k < count / 2; ++k) rule.nodes[count - 1 - k] = -rule.nodes[k];
  if (count % 2 == 1) rule.nodes[count / 2] = 0.0;
  return rule;
}

}  // namespace renyi
