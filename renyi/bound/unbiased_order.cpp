#include "renyi/bound/unbiased_order.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr double lowest = -1024.0;

class Gaps {
 public:
  Gaps(const ConstMatrixRef& log_weights, Index draws)
      : log_p_(renyi_bound(Alpha::iwae(), log_weights).values) {
    const Index blocks = log_weights.rows() / draws;
    const Matrix whole = log_weights.topRows(blocks * draws);
    blocks_ = whole.reshaped(draws, blocks * whole.cols());
  }

  // Of each datapoint.
  Vector at(Alpha alpha) {
    renyi_bound(alpha, blocks_, bound_);
    const Index blocks = blocks_.cols() / log_p_.size();
    return bound_.values.reshaped(blocks, log_p_.size()).colwise().mean().transpose() - log_p_;
  }

 private:
  Vector log_p_;
  Matrix blocks_ = {};
  Bound bound_ = {};
};

OrderGap summary(Alpha alpha, const Vector& gaps) {
  OrderGap result{alpha, gaps.mean()};
  const auto n = static_cast<double>(gaps.size());
  if (gaps.size() > 1)
    result.standard_error =
        std::sqrt((gaps.array() - gaps.mean()).square().sum() / (n * (n - 1.0)));
  return result;
}

// The gap falls as the order grows, from at least 0 at `low` to at most 0 at `high`.
double crossing(Gaps& gaps, double low, double high) {
  while (high - low > 1e-3 * std::max(1e-3, std::abs(low))) {
    const double middle = 0.5 * (low + high);
    (gaps.at(Alpha(middle)).mean() < 0.0 ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

UnbiasedOrder unbiased_order(const ConstMatrixRef& log_weights, Index draws) {
  if (draws < 2 || draws > log_weights.rows() / 2)
    throw UsageError(
        fmt::format("draws: expected 2 to half of {}, found {}", log_weights.rows(), draws));
  if (log_weights.cols() == 0) throw UsageError("log-weights: expected a datapoint, found none");
  Gaps gaps(log_weights, draws);
  UnbiasedOrder result;
  for (const double alpha : {1.0, 0.5, 0.0, -0.5, -1.0, -2.0, -5.0, -20.0})
    result.curve.push_back(summary(Alpha(alpha), gaps.at(Alpha(alpha))));
  result.curve.push_back(summary(Alpha::vr_max(), gaps.at(Alpha::vr_max())));
  if (!(result.curve.back().gap >= 0.0)) return result;
  double high = 0.0, low = -0.125;
  while (gaps.at(Alpha(low)).mean() < 0.0) {
    if (low <= lowest) return result;
    high = low;
    low *= 2.0;
  }
  result.exists = true;
  result.order = Alpha(crossing(gaps, low, high));
  return result;
}

}  // namespace renyi
