#include "renyi/inference/stochastic_ep.hpp"

#include <algorithm>

#include "renyi/core/huge_pages.hpp"
#include "renyi/inference/chain_sep.hpp"
#include "renyi/inference/full_rank_sep.hpp"
#include "renyi/inference/importance_sep.hpp"
#include "renyi/inference/mean_field_sep.hpp"

namespace renyi {
namespace {

std::unique_ptr<SepMethod> make_method(const GlmProblem& problem, const SepOptions& options,
                                       Index batch) {
  if (options.moments == SepMoments::importance)
    return std::make_unique<ImportanceSep>(problem, options, batch);
  if (options.moments == SepMoments::mcmc)
    return std::make_unique<ChainSep>(problem, options, batch);
  if (options.shape == GaussianShape::full_rank)
    return std::make_unique<FullRankSep>(problem, options.beta, batch);
  return std::make_unique<MeanFieldSep>(problem, options.beta);
}

const SepOptions& checked(const GlmProblem& problem, const SepOptions& options) {
  problem.validate();
  options.validate();
  return options;
}

}  // namespace

StochasticEp::StochasticEp(const GlmProblem& problem, const SepOptions& options,
                           Communicator* others)
    : step_a_row_(checked(problem, options).damping / static_cast<double>(problem.rows())),
      rows_(problem.rows(), options.batch, options.seed),
      method_(make_method(problem, options, rows_.batch_size())),
      steps_a_pass_((problem.rows() + rows_.batch_size() - 1) / rows_.batch_size()) {
  if (others != nullptr) {
    steps_a_pass_ = largest(*others, steps_a_pass_);
    exchange_.emplace(*method_, *others);
  }
  prefer_huge_pages(problem.design.data(),
                    static_cast<std::size_t>(problem.design.size()) * sizeof(double));
  combine_every_ = options.combine_every > 0 ? options.combine_every : steps_a_pass_;
}

void StochasticEp::pass(std::int64_t number, const std::function<void()>& between) {
  if (step_ == 0) rows_.start(number);
  while (step_ < steps_a_pass_) {
    Index run = std::min(rows_.max_run(), steps_a_pass_ - step_);
    if (exchange_) run = std::min(run, combine_every_ - step_ % combine_every_);
    rejected_ += method_->steps(rows_.next(run), rows_.batch_size(), step_a_row_);
    step_ += run;
    const bool combines = step_ % combine_every_ == 0 || step_ == steps_a_pass_;
    if (exchange_ && combines) exchange_->combine();
    if (between && (!exchange_ || combines)) between();
  }
  step_ = 0;
}

void StochasticEp::archive(StateArchive& archive) {
  rows_.archive(archive);
  method_->archive(archive);
  archive("step", step_);
  archive("rejected", rejected_);
}

void StochasticEp::take_average() {
  method_->take_average();
  if (exchange_) exchange_->combine();
}

LocalFit fit_sep(const GlmProblem& problem, const SepOptions& options, Communicator* others,
                 Legs* legs) {
  StochasticEp sep(problem, options, others);
  LocalFit fit{.site_numbers = sep.method().site_numbers()};
  const std::int64_t averaged = std::max<std::int64_t>(1, options.passes / 4);
  // Of the average before the last.
  Vector mean = Vector::Zero(problem.dimension()), sd = mean;
  Leg leg(
      legs,
      [&](StateArchive& archive) {
        archive("passes", fit.passes);
        archive("mean", mean);
        archive("sd", sd);
        sep.archive(archive);
      },
      Leg::Processes::different);
  for (; fit.passes < options.passes; ++fit.passes) {
    const std::int64_t left = options.passes - fit.passes;
    if (!sep.is_in_pass()) {
      if (left == averaged) {
        sep.take_average();
        mean = sep.method().mean();
        sd = sep.method().sd();
      }
      if (left == averaged || left == 2 * averaged) sep.method().start_average();
    }
    sep.pass(fit.passes,
             [&] { leg.pause({.unit = "pass", .done = fit.passes, .all = options.passes}); });
  }
  leg.end();
  sep.take_average();
  fit.change = moment_change(mean, sd, sep.method().mean(), sep.method().sd());
  fit.rejected = sep.rejected();
  fit.converged = fit.change < 0.02 && fit.rejected == 0;
  fit.mean = sep.method().mean();
  fit.covariance = sep.method().covariance();
  fit.log_evidence = sep.method().log_evidence(others);
  return fit;
}

}  // namespace renyi
