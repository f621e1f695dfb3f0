#include "renyi/bound/divergence/related.hpp"

#include <cmath>

#include "renyi/bound/divergence.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

// (e^((a-1) D) - 1) / (a - 1) for D the Rényi divergence of order a.
double from_renyi(Alpha order, double renyi) {
  if (renyi == 0.0 || order.is_vi()) return renyi;
  const double log_affinity = -order.power() * renyi;
  if (log_affinity == -infinity) return 1.0 / order.power();  // the integral is 0
  if (std::isinf(log_affinity)) return renyi > 0.0 ? infinity : -infinity;
  return renyi * expm1_ratio(log_affinity);
}

}  // namespace

double kl_divergence(const Distribution& p, const Distribution& q) {
  return renyi_divergence(Alpha::vi(), p, q);
}

double squared_hellinger(const Distribution& p, const Distribution& q) {
  return -std::expm1(-0.5 * renyi_divergence(Alpha(0.5), p, q));
}

double chi_square(const Distribution& p, const Distribution& q) {
  return std::expm1(renyi_divergence(Alpha(2.0), p, q));
}

double amari_divergence(double order, const Distribution& p, const Distribution& q) {
  if (std::isnan(order)) throw UsageError("order: expected a number or ±inf, found NaN");
  if (order < 0.0) return amari_divergence(-order, q, p);
  // With a = (1 + order)/2 the factor 4/(1 - order^2) is 1/(a (1 - a)).
  const double a = 0.5 + 0.5 * order;
  const double tsallis = tsallis_divergence(Alpha(a), p, q);
  return std::isinf(tsallis) ? tsallis : tsallis / a;
}

double tsallis_divergence(Alpha order, const Distribution& p, const Distribution& q) {
  return from_renyi(order, renyi_divergence(order, p, q));
}

}  // namespace renyi
