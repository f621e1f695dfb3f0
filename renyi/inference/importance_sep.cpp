#include "renyi/inference/importance_sep.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"

namespace renyi {
namespace {

// theta_k = mean + L^-T noise_k, in place of the noise.
void draws_of_noise(const FactorisedGaussian& q, Matrix& draws) {
  q.upper().solveInPlace(draws);
  draws.colwise() += q.mean();
}

void keep_diagonal(NaturalGaussian& natural) {
  natural.precision.triangularView<Eigen::StrictlyLower>().setZero();
  natural.precision.triangularView<Eigen::StrictlyUpper>().setZero();
}

}  // namespace

ImportanceSep::ImportanceSep(const GlmProblem& problem, const SepOptions& options, Index batch)
    : problem_(problem),
      options_(options),
      rows_(static_cast<double>(problem.rows())),
      site_(NaturalGaussian::zero(problem.dimension())),
      draws_(problem.dimension(), options.draws),
      features_(problem.dimension(), batch),
      log_likelihoods_(options.draws, batch) {
  if (options.draws < 2 * problem.dimension() + 2)
    throw UsageError(fmt::format("draws: expected at least {} for {} coefficients, found {}",
                                 2 * problem.dimension() + 2, problem.dimension(), options.draws));
  target_ = average_ = candidate_ = weighted_ = plain_ = site_;
}

NaturalGaussian ImportanceSep::posterior_of(const NaturalGaussian& site) const {
  NaturalGaussian natural{rows_ * site.precision, rows_ * site.shift};
  natural.precision.diagonal().array() += problem_.prior_precision;
  return natural;
}

FactorisedGaussian ImportanceSep::factorised() const {
  FactorisedGaussian q;
  if (!q.set(posterior_of(site_)))
    throw NumericalError("stochastic EP: doubles do not hold the posterior's precision");
  return q;
}

bool ImportanceSep::natural_of_draws(const Vector& weights, NaturalGaussian& natural) {
  const Vector mean = draws_ * weights;
  centred_ = (draws_.colwise() - mean) * weights.cwiseSqrt().asDiagonal();
  Matrix covariance = centred_ * centred_.transpose();
  if (options_.shape == GaussianShape::mean_field)
    covariance = Matrix(covariance.diagonal().asDiagonal());
  const Eigen::LLT<Matrix> factor(covariance);
  if (factor.info() != Eigen::Success || !(factor.matrixLLT().diagonal().minCoeff() > 0.0))
    return false;
  natural.precision = factor.solve(Matrix::Identity(mean.size(), mean.size()));
  natural.shift = natural.precision * mean;
  return natural.precision.allFinite() && natural.shift.allFinite();
}

bool ImportanceSep::add_site(const Eigen::Ref<const Vector>& log_likelihoods, double share) {
  weights_ = options_.beta * (log_likelihoods - log_site_);
  weights_ = (weights_.array() - weights_.maxCoeff()).exp();
  weights_ /= weights_.sum();
  if (!natural_of_draws(weights_, weighted_)) return false;
  // site + (weighted - plain) / beta.
  target_.add(share, site_);
  target_.add(share / options_.beta, weighted_);
  target_.add(-share / options_.beta, plain_);
  return true;
}

bool ImportanceSep::step(std::span<const Index> rows, double step) {
  if (!factor_.set(posterior_of(site_))) return false;
  fill_normal({options_.seed, Purpose::draws, steps_++}, {}, draws_);
  draws_of_noise(factor_, draws_);
  log_site_ = draws_.transpose() * site_.shift -
              0.5 * draws_.cwiseProduct(site_.precision * draws_).colwise().sum().transpose();
  const Index count = std::ssize(rows);
  for (Index j = 0; j < count; ++j)
    features_.col(j) = problem_.design.col(rows[static_cast<std::size_t>(j)]);
  log_likelihoods_.leftCols(count).noalias() = draws_.transpose() * features_.leftCols(count);
  for (Index j = 0; j < count; ++j) {
    const RowLikelihood row = problem_.row(rows[static_cast<std::size_t>(j)]);
    for (double& value : log_likelihoods_.col(j)) value = row.at(value).value;
  }
  const auto draws = static_cast<double>(options_.draws);
  if (!natural_of_draws(Vector::Constant(options_.draws, 1.0 / draws), plain_)) return false;
  target_ = NaturalGaussian::zero(problem_.dimension());
  if (options_.grouping == SepGrouping::geometric) {
    if (!add_site(log_likelihoods_.leftCols(count).rowwise().mean(), 1.0)) return false;
  } else {
    for (Index j = 0; j < count; ++j)
      if (!add_site(log_likelihoods_.col(j), 1.0 / static_cast<double>(count))) return false;
  }
  if (options_.shape == GaussianShape::mean_field) keep_diagonal(target_);
  constexpr int max_halvings = 5;
  for (int h = 0; h <= max_halvings; ++h, step *= 0.5) {
    candidate_ = site_;
    candidate_.damp(step, target_);
    if (!factor_.set(posterior_of(candidate_))) continue;
    std::swap(site_, candidate_);
    if (averaged_rows_ >= 0.0) {
      average_.add(static_cast<double>(count), target_);
      averaged_rows_ += static_cast<double>(count);
    }
    return true;
  }
  return false;
}

void ImportanceSep::start_average() {
  average_ = NaturalGaussian::zero(problem_.dimension());
  averaged_rows_ = 0.0;
}

void ImportanceSep::take_average() {
  if (!(averaged_rows_ > 0.0)) return;
  candidate_.precision = average_.precision / averaged_rows_;
  candidate_.shift = average_.shift / averaged_rows_;
  averaged_rows_ = -1.0;
  if (factor_.set(posterior_of(candidate_))) std::swap(site_, candidate_);
}

Vector ImportanceSep::mean() const { return factorised().mean(); }

Matrix ImportanceSep::covariance() const { return factorised().covariance(); }

double ImportanceSep::log_evidence(Communicator* /*others*/) const {
  const FactorisedGaussian q = factorised();
  Matrix draws(problem_.dimension(), options_.draws);
  fill_normal({options_.seed, Purpose::evaluate, 0}, {}, draws);
  // log prior - log q, whose constants d/2 log(2 pi) cancel.
  Vector log_weights = 0.5 * draws.colwise().squaredNorm().transpose();
  const double log_determinant = q.log_partition() - 0.5 * posterior_of(site_).shift.dot(q.mean());
  draws_of_noise(q, draws);
  log_weights -= 0.5 * problem_.prior_precision * draws.colwise().squaredNorm().transpose();
  log_weights.array() += log_determinant + 0.5 * static_cast<double>(problem_.dimension()) *
                                               std::log(problem_.prior_precision);
  Vector predictors(options_.draws);
  for (Index i = 0; i < problem_.rows(); ++i) {
    predictors.noalias() = draws.transpose() * problem_.design.col(i);
    const RowLikelihood row = problem_.row(i);
    for (Index k = 0; k < options_.draws; ++k) log_weights(k) += row.at(predictors(k)).value;
  }
  return log_mean_exp({log_weights.data(), static_cast<std::size_t>(log_weights.size())});
}

std::int64_t ImportanceSep::site_numbers() const {
  const Index dimension = problem_.dimension();
  return options_.shape == GaussianShape::mean_field ? 2 * dimension : dimension * (dimension + 1);
}

}  // namespace renyi
