// Whether an approximation can be trusted, by its own draws and their weights: bounds on the
// evidence, the tail of the weights, and how far weighing the draws moves means and sds. What the
// draws have not visited, such as another mode, it cannot see.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/bound/diagnostics.hpp"
#include "renyi/bound/estimate.hpp"
#include "renyi/core/matrix.hpp"
#include "renyi/core/named_enum.hpp"

namespace renyi {

enum class Verdict : std::uint8_t { trust, mean_only, do_not_trust };

template <>
struct EnumNames<Verdict> {
  static constexpr std::string_view what = "verdict";
  static constexpr std::array<std::string_view, 3> names = {"trust it", "trust the mean only",
                                                            "do not trust it"};
};

// What speaks against an approximation besides its draws: the verdict is no better than that.
struct Doubt {
  Verdict verdict = Verdict::do_not_trust;
  std::string reason = {};
};

struct GrowingBound {
  Index draws = 0;         // K
  Estimate estimate = {};  // of E L̂_{0,K}, over blocks of K draws
};

struct Trust {
  Verdict verdict = Verdict::do_not_trust;
  std::string reason = {};

  Estimate elbo = {};                      // alpha = 1
  std::vector<GrowingBound> growing = {};  // alpha = 0, K = 1, 10, 100, ...: lower bounds all
  // alpha = -1 by all draws: no lower bound, and of many draws above the evidence. Nothing where
  // the weights' tail leaves its error unknown.
  std::optional<Estimate> above = {};
  // log E w by smoothed weights, without its bias of first order; nothing where the weights' tail
  // does not allow it.
  std::optional<double> log_evidence = {};
  double log_evidence_error = 0.0;
  // Of the density: all of the above is then known up to a constant. For callers to say.
  bool up_to_a_constant = false;
  Diagnostics diagnostics = {};  // at alpha = 0

  // By the draws as they are, and by their smoothed weights.
  Vector mean = {}, sd = {}, weighted_mean = {}, weighted_sd = {};
  Vector weights = {};           // smoothed, sum 1
  double log_mean_weight = 0.0;  // of them, before
  // The rows that weighing moves most: |weighted mean - mean| in weighted sds, and
  // |log(weighted sd / sd)|. Constants do not count.
  Index mean_row = 0, sd_row = 0;
  double mean_shift = 0.0, sd_shift = 0.0;
};

// The largest tail index at which so many draws can be weighed: min(1 - 1 / log10(draws), 0.7)
// (Vehtari et al., 2024). It does not count where weights are as good as equal: where no more than
// a hundredth of the draws is lost by weighing them.
double largest_pareto_k(Index draws);
inline constexpr double largest_mean_shift = 0.1, largest_sd_shift = 0.0953;  // log 1.1

// values: what is asked about, a name a row, of S draws of q, 100 or more (UsageError); it may be
// coordinates or any functions of them. log_weights: S. Settled: whether the training that led to q
// has.
Trust judge(const ConstMatrixRef& values, std::span<const std::string> names,
            const ConstVectorRef& log_weights, bool settled,
            const std::optional<Doubt>& doubt = std::nullopt);

// Where the doubt leaves less than the verdict; evidence that is not to be trusted is none then.
void lower(const std::optional<Doubt>& doubt, Trust& trust);

// As many places as there are weights (sum 1), each as often as its weight says, in their order.
std::vector<Index> systematic_sample(const ConstVectorRef& weights);

}  // namespace renyi
