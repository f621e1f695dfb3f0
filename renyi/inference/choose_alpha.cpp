#include "renyi/inference/choose_alpha.hpp"

#include <fmt/format.h>

#include <limits>
#include <tuple>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// Less is better.
std::tuple<bool, double> badness(const DensityFit& fit) {
  const Trust& trust = fit.trust;
  const bool usable = fit.training.settled && trust.log_evidence.has_value();
  return {!usable,
          usable ? trust.log_evidence_error
                 : trust.diagnostics.tails.upper.value_or(std::numeric_limits<double>::infinity())};
}

}  // namespace

std::vector<Alpha> default_alphas() { return {Alpha(1.0), Alpha(0.5), Alpha(0.25), Alpha(0.0)}; }

AlphaChoice choose_alpha(const Density& density, const DensityFitOptions& options,
                         const std::vector<Alpha>& alphas, ThreadPool* pool,
                         const SettleHooks& hooks) {
  if (alphas.empty()) throw UsageError("alpha: expected one order or more to choose from");
  AlphaChoice choice;
  for (const Alpha alpha : alphas) {
    DensityFitOptions own = options;
    own.alpha = alpha;
    const DensityFit* from = choice.fits.empty() ? nullptr : &choice.fits.back();
    choice.fits.push_back(fit_density(density, own, pool, hooks, from));
    if (badness(choice.fits.back()) < badness(choice.fits[choice.chosen]))
      choice.chosen = choice.fits.size() - 1;
  }
  const DensityFit& best = choice.fits[choice.chosen];
  const std::string order = best.alpha.to_string();
  choice.reason = std::get<0>(badness(best))
                      ? fmt::format(
                            "alpha = {}: no order gave weights that can be trusted; this has the "
                            "lightest tail",
                            order)
                      : fmt::format("alpha = {}: least error of the log evidence, {:.2g}", order,
                                    best.trust.log_evidence_error);
  return choice;
}

}  // namespace renyi
