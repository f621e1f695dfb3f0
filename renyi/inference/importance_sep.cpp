#include "renyi/inference/importance_sep.hpp"

namespace renyi {

ImportanceSep::ImportanceSep(const GlmProblem& problem, const SepOptions& options, Index batch)
    : DrawnSep(problem, options, batch),
      log_likelihoods_(options.draws, batch),
      scaled_(problem.dimension(), options.draws),
      log_site_(options.draws),
      weights_(options.draws) {}

bool ImportanceSep::prepare(std::uint32_t /*step*/, NaturalGaussian& plain) {
  // Lazy products are sums of their own, and need no workspace from the heap.
  scaled_ = site().precision.transpose().lazyProduct(draws());
  log_site_.noalias() = draws().transpose() * site().shift;
  log_site_ -= 0.5 * draws().cwiseProduct(scaled_).colwise().sum().transpose();
  log_likelihoods_.leftCols(batch()) = draws().transpose().lazyProduct(features());
  for (Index j = 0; j < batch(); ++j)
    for (double& value : log_likelihoods_.col(j)) value = likelihood(j).at(value).value;
  return moments().natural_of(draws(), equal_weights(), plain);
}

bool ImportanceSep::tilt(Index first, Index count, NaturalGaussian& tilted) {
  weights_ = log_likelihoods_.middleCols(first, count).rowwise().mean();
  weights_ = options().beta * (weights_ - log_site_);
  weights_ = (weights_.array() - weights_.maxCoeff()).exp();
  weights_ /= weights_.sum();
  return moments().natural_of(draws(), weights_, tilted);
}

}  // namespace renyi
