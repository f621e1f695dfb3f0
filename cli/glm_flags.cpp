#include "cli/glm_flags.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/inference/expectation_propagation.hpp"
#include "renyi/inference/fit_by_draws.hpp"
#include "renyi/inference/laplace.hpp"
#include "renyi/inference/shared_rows.hpp"
#include "renyi/inference/stochastic_ep.hpp"

namespace renyi::cli {
namespace {

void require_method(bool given, const char* flag, bool fits, const char* expected,
                    GlmMethod method) {
  if (given && !fits)
    throw UsageError(
        fmt::format("--{}: expected --method {}, found {}", flag, expected, to_string(method)));
}

}  // namespace

void GlmFlags::validate() const {
  table.validate();
  encoding.validate();
  const bool is_sep = method == GlmMethod::sep, is_pep = method == GlmMethod::pep;
  const bool is_bb = method == GlmMethod::bb_alpha;
  require_method(beta.has_value(), "beta", is_sep || is_pep || is_bb, "pep, sep or bb-alpha",
                 method);
  require_method(alpha.has_value(), "alpha", is_sep || is_trained(), "sep, vr or bb-alpha", method);
  require_method(batch.has_value(), "batch", is_sep || is_trained(), "sep, vr or bb-alpha", method);
  const bool has_passes = method != GlmMethod::laplace && !is_trained();
  require_method(passes.has_value(), "passes", has_passes, "ep, pep or sep", method);
  require_method(damping.has_value(), "damping", has_passes, "ep, pep or sep", method);
  require_method(combine_every.has_value(), "combine-every", is_sep, "sep", method);
  require_method(processes.fast_reduce, "fast-reduce", is_trained(), "vr or bb-alpha", method);
  checkpoint.validate(model);
  if (combine_every && *combine_every < 1)
    throw UsageError(fmt::format("--combine-every: expected at least 1, found {}", *combine_every));
  const bool by_draws = moments != SepMoments::quadrature;
  require_method(by_draws, moments == SepMoments::mcmc ? "moments mcmc" : "moments importance",
                 is_sep, "sep", method);
  if (draws && !by_draws && !is_trained())
    throw UsageError("--draws: expected --moments importance or mcmc, found quadrature");
  if (chain_steps && moments != SepMoments::mcmc)
    throw UsageError(
        fmt::format("--chain-steps: expected --moments mcmc, found {}", to_string(moments)));
  if (grouping == SepGrouping::geometric && !by_draws)
    throw UsageError("--grouping: expected rows, or --moments importance or mcmc, found geometric");
  if (alpha && beta)
    throw UsageError("--beta: expected only one of --alpha and --beta, found both");
  if (alpha && is_sep && !(alpha->is_finite() && alpha->value() <= 1.0))
    throw UsageError(
        fmt::format("--alpha: expected a finite order up to 1, found {}", alpha->to_string()));
  if (!(prior_precision > 0.0) || !std::isfinite(prior_precision))
    throw UsageError(
        fmt::format("--prior-precision: expected a positive number, found {}", prior_precision));
}

double GlmFlags::power(Index rows) const {
  if (alpha) return (1.0 - alpha->value()) * static_cast<double>(rows);
  return beta.value_or(method == GlmMethod::pep ? 0.5 : 1.0);
}

Alpha GlmFlags::order() const {
  if (alpha) return *alpha;
  return Alpha(1.0 - beta.value_or(0.5));
}

Share GlmFlags::rows_here(Index rows, const Communicator* others) const {
  if (others == nullptr || !shares_rows()) return {0, rows};
  if (rows < others->size())
    throw UsageError(fmt::format("method: expected a row for each of {} processes, found {}",
                                 others->size(), rows));
  return method == GlmMethod::sep ? share_of(rows, others->rank(), others->size())
                                  : SharedRows::rows_here(rows, *others);
}

LocalFit GlmFlags::fit(const GlmProblem& here, Index rows, std::uint64_t seed, ThreadPool* pool,
                       Communicator* others, const SettleHooks& hooks) const {
  switch (method) {
    case GlmMethod::laplace:
      return fit_laplace(here, family, hooks.legs);
    case GlmMethod::ep:
    case GlmMethod::pep:
      return fit_ep(here,
                    {.shape = family,
                     .beta = power(rows),
                     .damping = damping.value_or(1.0),
                     .passes = passes.value_or(EpOptions{}.passes)},
                    hooks.legs);
    case GlmMethod::sep:
      return fit_sep(here,
                     {.shape = family,
                      .beta = power(rows),
                      .batch = batch.value_or(family == GaussianShape::full_rank ? 32 : 1),
                      .damping = damping.value_or(1.0),
                      .passes = passes.value_or(SepOptions{}.passes),
                      .moments = moments,
                      .grouping = grouping,
                      .draws = draws.value_or(SepOptions{}.draws),
                      .chain_steps = chain_steps.value_or(SepOptions{}.chain_steps),
                      .seed = seed,
                      .combine_every = combine_every.value_or(0)},
                     others, hooks.legs);
    case GlmMethod::vr:
    case GlmMethod::bb_alpha:
      return fit_by_draws(here, rows,
                          {.shape = family,
                           .alpha = order(),
                           .grouping = method == GlmMethod::vr ? Grouping::batch : Grouping::row,
                           .batch = batch.value_or(0),
                           .draws = draws.value_or(FitByDrawsOptions{}.draws),
                           .seed = seed},
                          pool, {others, processes.fast_reduce}, hooks);
  }
  return {};
}

}  // namespace renyi::cli
