#include "renyi/bound/divergence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "renyi/bound/divergence/discrete.hpp"
#include "renyi/bound/divergence/gamma.hpp"
#include "renyi/bound/divergence/gaussian.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

using divergence::Order;
using divergence::Wide;

void check_comparable(const Distribution& p, const Distribution& q) {
  validate(p, "p");
  validate(q, "q");
  if (family_name(p) != family_name(q))
    throw UsageError(fmt::format("q: expected a distribution of p's family, {}, found {}",
                                 family_name(p), family_name(q)));
  if (dimension(p) != dimension(q))
    throw UsageError(
        fmt::format("q: expected p's dimension, {}, found {}", dimension(p), dimension(q)));
}

struct UpperDivergence {
  Order order;

  template <typename Family>
  Wide operator()(const Family& p, const Family& q) const {
    return upper_divergence(order, p, q);
  }
  Wide operator()(const Gaussian& p, const DiagonalGaussian& q) const {
    return upper_divergence(order, p, full(q));
  }
  Wide operator()(const DiagonalGaussian& p, const Gaussian& q) const {
    return upper_divergence(order, full(p), q);
  }
  template <typename P, typename Q>
  Wide operator()(const P& /*p*/, const Q& /*q*/) const {
    throw UsageError("p and q: expected one family");  // check_comparable has said it better
  }
};

// For alpha >= 1/2. What rounding left below 0 is 0.
Wide upper(const Order& order, const Distribution& p, const Distribution& q) {
  return std::max(0.0L, std::visit(UpperDivergence{order}, p, q));
}

Wide any_order(Alpha alpha, const Distribution& p, const Distribution& q) {
  if (alpha.value() == 0.0) {
    const auto* categorical = std::get_if<Categorical>(&p);
    if (categorical == nullptr) return 0.0L;  // all other families have one support
    return divergence::order_zero_divergence(*categorical, std::get<Categorical>(q));
  }
  const Order order = Order::of(alpha.value());
  if (alpha.value() >= 0.5) return upper(order, p, q);
  // Proposition 2, skew symmetry.
  const Wide factor = alpha.is_finite() ? order.alpha / order.delta : -1.0L;
  return factor * upper(order.skewed(), q, p);
}

}  // namespace

double renyi_divergence(Alpha alpha, const Distribution& p, const Distribution& q) {
  check_comparable(p, q);
  return static_cast<double>(any_order(alpha, p, q)) + 0.0;  // + 0.0 turns -0 into 0
}

double log_affinity(Alpha alpha, const Distribution& p, const Distribution& q) {
  check_comparable(p, q);
  if (alpha.is_vi()) return static_cast<double>(-any_order(Alpha(0.0), q, p)) + 0.0;
  const Wide renyi = any_order(alpha, p, q);
  if (renyi == 0.0L) return 0.0;
  return static_cast<double>((static_cast<Wide>(alpha.value()) - 1.0L) * renyi) + 0.0;
}

}  // namespace renyi
