#include "renyi/inference/fit_by_draws.hpp"

#include "renyi/inference/fit_density.hpp"
#include "renyi/inference/shared_rows.hpp"
#include "renyi/models/glm_density.hpp"

namespace renyi {

LocalFit fit_by_draws(const GlmProblem& problem, const FitByDrawsOptions& options,
                      ThreadPool* pool) {
  return fit_by_draws(problem, problem.rows(), options, pool);
}

LocalFit fit_by_draws(const GlmProblem& here, Index rows, const FitByDrawsOptions& options,
                      ThreadPool* pool, const Processes& processes, const SettleHooks& hooks) {
  if (here.rows() > 0 || rows == 0) here.validate();  // of many processes some have no rows
  const GlmDensity density_here(here);
  const SharedRows density(density_here, rows, processes, pool);
  const DensityFit fit =
      fit_density(density,
                  {.alpha = options.alpha,
                   .family = options.shape == GaussianShape::full_rank ? FamilyKind::full_rank
                                                                       : FamilyKind::mean_field,
                   .draws = options.draws,
                   .batch = options.batch,
                   .grouping = options.grouping,
                   .probes_tails = false,  // nobody asks whether to trust it
                   .start = {.seed = options.seed}},
                  nullptr, hooks);
  const Matrix root = fit.map.scale;
  const std::int64_t batch = options.batch > 0 ? options.batch : rows;
  return {.mean = fit.map.shift + root * fit.family->mean(),
          .covariance = root * fit.family->covariance() * root.transpose(),
          .log_evidence = fit.trust.log_evidence.value_or(fit.trust.growing.back().estimate.value),
          .passes = fit.training.steps * batch / rows,
          .change = fit.training.stages.empty() ? 0.0 : fit.training.stages.back().change,
          .converged = fit.training.settled,
          .site_numbers = fit.family->parameters()};
}

}  // namespace renyi
