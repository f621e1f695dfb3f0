#include "renyi/inference/trust.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/bound/pareto.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

// A tail index has no scale: of weights that hardly differ it says nothing that matters.
bool are_as_good_as_equal(const Trust& trust) {
  return trust.diagnostics.effective_draws >= 0.99 * static_cast<double>(trust.weights.size());
}

constexpr const char* blind = "; a mode that no draw has visited would not show";

void compare_moments(const ConstMatrixRef& values, Trust& trust) {
  const auto draws = static_cast<double>(values.cols());
  trust.mean = values.rowwise().mean();
  trust.sd = ((values.colwise() - trust.mean).rowwise().squaredNorm() / draws).cwiseSqrt();
  trust.weighted_mean = values * trust.weights;
  trust.weighted_sd =
      ((values.colwise() - trust.weighted_mean).cwiseAbs2() * trust.weights).cwiseSqrt();
  for (Index i = 0; i < values.rows(); ++i) {
    if (trust.sd(i) == 0.0) continue;
    const auto number = [](double shift) { return std::isnan(shift) ? infinity : shift; };
    const double mean =
        number(std::abs(trust.weighted_mean(i) - trust.mean(i)) / trust.weighted_sd(i));
    const double sd = number(std::abs(std::log(trust.weighted_sd(i) / trust.sd(i))));
    if (mean > trust.mean_shift) trust.mean_shift = mean, trust.mean_row = i;
    if (sd > trust.sd_shift) trust.sd_shift = sd, trust.sd_row = i;
  }
}

void conclude(bool settled, std::span<const std::string> names, Trust& trust) {
  const Index draws = trust.weights.size();
  const auto k = trust.diagnostics.tails.upper;
  const double most = largest_pareto_k(draws);
  const bool equal = are_as_good_as_equal(trust);
  trust.verdict = Verdict::do_not_trust;
  if (!settled) {
    trust.reason = "training has not settled";
  } else if (!k && !equal) {
    trust.reason = "the weights' tail is too short to be judged";
  } else if (k && !(*k < most) && !equal) {
    trust.reason = fmt::format(
        "Pareto k = {:.2f} is above {:.2f}: q misses parts of the posterior so far that weighing "
        "its "
        "draws cannot mend it",
        *k, most);
  } else if (!std::isfinite(trust.sd_shift)) {
    trust.reason = fmt::format("the sd of {} is no finite number",
                               names[static_cast<std::size_t>(trust.sd_row)]);
  } else if (!(trust.mean_shift <= largest_mean_shift)) {
    trust.reason = fmt::format(
        "weighing moves the mean of {} by {:.2f} sd; the weighted draws (Pareto k = {:.2f}) are "
        "better "
        "than q",
        names[static_cast<std::size_t>(trust.mean_row)], trust.mean_shift, k.value_or(0.0));
  } else if (!(trust.sd_shift <= largest_sd_shift)) {
    trust.verdict = Verdict::mean_only;
    trust.reason = fmt::format("weighing changes the sd of {} by a factor of {:.2f}{}",
                               names[static_cast<std::size_t>(trust.sd_row)],
                               trust.weighted_sd(trust.sd_row) / trust.sd(trust.sd_row), blind);
  } else {
    trust.verdict = Verdict::trust;
    trust.reason = fmt::format(
        "{}, and weighing moves no mean by more than {:.2f} sd and no sd by more than {:.0f} %{}",
        !k ? "the weights are as good as equal"
           : fmt::format("Pareto k = {:.2f}{}", *k,
                         *k < most ? "" : " of weights as good as equal"),
        trust.mean_shift, 100.0 * (std::exp(trust.sd_shift) - 1.0), blind);
  }
}

}  // namespace

double largest_pareto_k(Index draws) {
  return std::min(1.0 - 1.0 / std::log10(static_cast<double>(draws)), 0.7);
}

void lower(const std::optional<Doubt>& doubt, Trust& trust) {
  if (!doubt || doubt->verdict < trust.verdict) return;
  trust.verdict = doubt->verdict;
  trust.reason = doubt->reason;
  if (doubt->verdict != Verdict::do_not_trust) return;
  trust.log_evidence.reset();
  trust.above.reset();
}

Trust judge(const ConstMatrixRef& values, std::span<const std::string> names,
            const ConstVectorRef& log_weights, bool settled, const std::optional<Doubt>& doubt) {
  const Index draws = values.cols();
  if (draws < 100 || log_weights.size() != draws || std::ssize(names) != values.rows())
    throw UsageError("judge: expected 100 draws or more, a log-weight of each, and a name a row");
  Trust trust;
  trust.elbo = estimate_bound(Alpha::vi(), log_weights);
  trust.diagnostics = diagnose(Alpha::iwae(), log_weights);
  for (Index k = 1; k <= draws; k *= 10) {
    const Index blocks = draws / k;
    trust.growing.push_back(
        {k, estimate_bound(Alpha::iwae(), log_weights.head(k * blocks).reshaped(k, blocks))});
  }
  constexpr double below_zero = -1.0;
  if (trust.diagnostics.reliable.contains(Alpha(below_zero)).value_or(false))
    trust.above = estimate_bound(Alpha(below_zero), log_weights);
  const SmoothedWeights smoothed = pareto_smooth(log_weights);
  const double log_sum =
      log_sum_exp(std::span(smoothed.log_weights.data(), static_cast<std::size_t>(draws)));
  trust.weights = (smoothed.log_weights.array() - log_sum).exp();
  trust.log_mean_weight = log_sum - std::log(static_cast<double>(draws));
  compare_moments(values, trust);
  conclude(settled, names, trust);
  const auto k = trust.diagnostics.tails.upper;
  if ((k && *k < largest_pareto_k(draws)) || are_as_good_as_equal(trust)) {
    // The relative variance of the mean weight: log of the mean is low by half of it.
    const double variance =
        std::max(0.0, trust.weights.squaredNorm() - 1.0 / static_cast<double>(draws));
    trust.log_evidence = trust.log_mean_weight + 0.5 * variance;
    trust.log_evidence_error = std::sqrt(variance);
  }
  lower(doubt, trust);
  return trust;
}

std::vector<Index> systematic_sample(const ConstVectorRef& weights) {
  const Index count = weights.size();
  std::vector<Index> places(static_cast<std::size_t>(count));
  double reached = weights(0);
  Index from = 0;
  for (Index k = 0; k < count; ++k) {
    const double place = (static_cast<double>(k) + 0.5) / static_cast<double>(count);
    while (place > reached && from + 1 < count) reached += weights(++from);
    places[static_cast<std::size_t>(k)] = from;
  }
  return places;
}

}  // namespace renyi
