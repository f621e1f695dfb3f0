#include "renyi/inference/drawn_sep.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"

namespace renyi {
namespace {

// theta_k = mean + L^-T noise_k, in place of the noise; column by column, which needs no workspace.
void draws_of_noise(const FactorisedGaussian& q, Matrix& draws) {
  for (auto draw : draws.colwise()) q.upper().solveInPlace(draw);
  draws.colwise() += q.mean();
}

}  // namespace

DrawnSep::DrawnSep(const GlmProblem& problem, const SepOptions& options, Index batch)
    : problem_(problem),
      options_(options),
      rows_(static_cast<double>(problem.rows())),
      outside_(NaturalGaussian::zero(problem.dimension())),
      site_(outside_),
      draws_(problem.dimension(), options.draws),
      features_(problem.dimension(), batch),
      equal_weights_(Vector::Constant(options.draws, 1.0 / static_cast<double>(options.draws))),
      moments_(problem.dimension(), options.draws, options.shape) {
  if (options.draws < 2 * problem.dimension() + 2)
    throw UsageError(fmt::format("draws: expected at least {} for {} coefficients, found {}",
                                 2 * problem.dimension() + 2, problem.dimension(), options.draws));
  outside_.precision.diagonal().setConstant(problem.prior_precision);
  target_ = average_ = candidate_ = posterior_ = tilted_ = plain_ = site_;
  likelihoods_.reserve(static_cast<std::size_t>(batch));
}

void DrawnSep::set_posterior(const NaturalGaussian& site, NaturalGaussian& out) const {
  out.precision = rows_ * site.precision + outside_.precision;
  out.shift = rows_ * site.shift + outside_.shift;
}

FactorisedGaussian DrawnSep::factorised() const {
  NaturalGaussian posterior;
  set_posterior(site_, posterior);
  FactorisedGaussian q;
  if (!q.set(posterior))
    throw NumericalError("stochastic EP: doubles do not hold the posterior's precision");
  return q;
}

// The mean over tilted distributions of site + (tilted - plain) / beta.
bool DrawnSep::set_target() {
  const Index count = options_.grouping == SepGrouping::geometric ? batch() : 1;
  const double share = static_cast<double>(count) / static_cast<double>(batch());
  target_ = site_;
  for (Index first = 0; first < batch(); first += count) {
    if (!tilt(first, count, tilted_)) return false;
    target_.add(share / options_.beta, tilted_);
    target_.add(-share / options_.beta, plain_);
  }
  return true;
}

bool DrawnSep::step(std::span<const Index> rows, double step) {
  set_posterior(site_, posterior_);
  if (!q_.set(posterior_)) return false;
  fill_normal({options_.seed, Purpose::draws, steps_}, {}, draws_);
  draws_of_noise(q_, draws_);
  likelihoods_.clear();
  for (const Index row : rows) {
    features_.col(batch()) = problem_.design.col(row);
    likelihoods_.push_back(problem_.row(row));
  }
  if (!prepare(steps_++, plain_) || !set_target()) return false;
  constexpr int max_halvings = 5;
  for (int h = 0; h <= max_halvings; ++h, step *= 0.5) {
    candidate_ = site_;
    candidate_.damp(step, target_);
    set_posterior(candidate_, posterior_);
    if (!q_.set(posterior_)) continue;
    std::swap(site_, candidate_);
    if (averaged_rows_ >= 0.0) {
      average_.add(static_cast<double>(rows.size()), target_);
      averaged_rows_ += static_cast<double>(rows.size());
    }
    return true;
  }
  return false;
}

void DrawnSep::start_average() {
  average_ = NaturalGaussian::zero(problem_.dimension());
  averaged_rows_ = 0.0;
}

void DrawnSep::take_average() {
  if (!(averaged_rows_ > 0.0)) return;
  candidate_.precision = average_.precision / averaged_rows_;
  candidate_.shift = average_.shift / averaged_rows_;
  averaged_rows_ = -1.0;
  set_posterior(candidate_, posterior_);
  if (q_.set(posterior_)) std::swap(site_, candidate_);
}

Vector DrawnSep::mean() const { return factorised().mean(); }

Matrix DrawnSep::covariance() const { return factorised().covariance(); }

double DrawnSep::log_evidence(Communicator* others) const {
  const FactorisedGaussian q = factorised();
  Matrix draws(problem_.dimension(), options_.draws);
  fill_normal({options_.seed, Purpose::evaluate, 0}, {}, draws);
  // log prior - log q, whose constants d/2 log(2 pi) cancel.
  Vector log_weights = 0.5 * draws.colwise().squaredNorm().transpose();
  const double log_determinant = q.packed_lower().diagonal().array().log().sum();
  draws_of_noise(q, draws);
  log_weights -= 0.5 * problem_.prior_precision * draws.colwise().squaredNorm().transpose();
  log_weights.array() +=
      0.5 * static_cast<double>(problem_.dimension()) * std::log(problem_.prior_precision) -
      log_determinant;
  Vector predictors(options_.draws), of_rows = Vector::Zero(options_.draws);
  for (Index i = 0; i < problem_.rows(); ++i) {
    predictors.noalias() = draws.transpose() * problem_.design.col(i);
    const RowLikelihood row = problem_.row(i);
    for (Index k = 0; k < options_.draws; ++k) of_rows(k) += row.at(predictors(k)).value;
  }
  if (others != nullptr) others->add({of_rows.data(), static_cast<std::size_t>(of_rows.size())});
  log_weights += of_rows;
  return log_mean_exp({log_weights.data(), static_cast<std::size_t>(log_weights.size())});
}

std::int64_t DrawnSep::site_numbers() const {
  const Index dimension = problem_.dimension();
  return options_.shape == GaussianShape::mean_field ? 2 * dimension : dimension * (dimension + 1);
}

void DrawnSep::write_factors(std::span<double> out) const { site_.write(rows_, out); }

void DrawnSep::set_others(std::span<const double> factors) {
  outside_.read(factors);
  outside_.precision.diagonal().array() += problem_.prior_precision;
}

void DrawnSep::set_process(int rank, int processes) {
  constexpr std::uint64_t numbers = std::uint64_t{1} << 32;
  steps_ = static_cast<std::uint32_t>(numbers / static_cast<std::uint64_t>(processes) *
                                      static_cast<std::uint64_t>(rank));
}

void DrawnSep::archive(StateArchive& archive) {
  outside_.archive("outside", archive);
  site_.archive("site", archive);
  average_.archive("average", archive);
  archive("averaged_rows", averaged_rows_);
  std::int64_t steps = steps_;
  archive("steps", steps);
  steps_ = static_cast<std::uint32_t>(steps);
}

}  // namespace renyi
