#include "renyi/inference/full_rank_sep.hpp"

#include <cmath>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/inference/sep_kernels.hpp"

namespace renyi {
namespace {

// Up to a multiple of 8 that is none of 64: columns that are a multiple of 512 bytes apart would
// share few lines of the cache.
Index padded_rows(Index count) {
  const Index eights = (count + 7) / 8;
  return 8 * (eights % 8 == 0 ? eights + 1 : eights);
}

NumericalError no_posterior() {
  return NumericalError("stochastic EP: doubles do not hold the posterior's precision");
}

}  // namespace

FullRankSep::FullRankSep(const GlmProblem& problem, double beta, Index batch)
    : problem_(problem),
      beta_(beta),
      rows_(static_cast<double>(problem.rows())),
      outside_(NaturalGaussian::zero(problem.dimension())),
      site_(outside_),
      target_(site_),
      cavity_(site_),
      average_(site_),
      features_(problem.dimension(), batch),
      whitened_(problem.dimension(), batch),
      predictors_(padded_rows(batch)),
      shifts_(padded_rows(batch)),
      panel_(padded_rows(batch), problem.dimension()),
      variances_(padded_rows(batch)),
      precisions_(padded_rows(batch)) {
  outside_.precision.diagonal().setConstant(problem.prior_precision);
}

void FullRankSep::power_of_site(double power, NaturalGaussian& out) const {
  out.precision = power * site_.precision + outside_.precision;
  out.shift = power * site_.shift + outside_.shift;
}

void FullRankSep::set_target(std::span<const Index> rows) {
  const Index count = std::ssize(rows);
  auto features = features_.leftCols(count);
  auto whitened = whitened_.leftCols(count);
  for (Index j = 0; j < count; ++j)
    features.col(j) = problem_.design.col(rows[static_cast<std::size_t>(j)]);
  whitened = features;
  factor_.lower().solveInPlace(whitened);
  predictors_.head(count).noalias() = features.transpose() * factor_.mean();
  for (Index j = 0; j < count; ++j) {
    const double variance = whitened.col(j).squaredNorm();
    PredictorSite site;
    if (variance > 0.0)
      site = site_of(tilted_moments(problem_.row(rows[static_cast<std::size_t>(j)]), beta_,
                                    predictors_(j), variance),
                     predictors_(j));
    shifts_(j) = site.shift / static_cast<double>(count);
    whitened.col(j) =
        std::sqrt(std::max(0.0, site.precision) / static_cast<double>(count)) * features.col(j);
  }
  target_.precision.setZero();
  target_.precision.selfadjointView<Eigen::Lower>().rankUpdate(whitened);
  target_.shift.noalias() = features * shifts_.head(count);
}

bool FullRankSep::set_target_fast(std::span<const Index> rows) {
  const Index count = std::ssize(rows), stride = panel_.rows();
  const Index dimension = problem_.dimension();
  if (count < 8 || beta_ != 1.0 || problem_.likelihood.family != GlmFamily::logistic ||
      dimension > kernels::max_panel_features)
    return false;
  // With the sign of their class, all rows are of target 1.
  const kernels::SignedRows from{dimension, problem_.design.data(), problem_.targets.data()};
  const kernels::RowPanel panel{dimension, stride, panel_.data()};
  const auto coming = std::exchange(coming_, {});
  const std::size_t third = coming.size() / 3;
  kernels::read_panel(from, rows, stride, panel_.data(), {from, coming.first(third)});
  kernels::predictor_moments(panel, factor_.packed_lower().data(), factor_.mean().data(),
                             predictors_.data(), variances_.data(),
                             {from, coming.subspan(third, third)});
  const auto size = static_cast<std::size_t>(stride);
  if (!kernels::logistic_sites({predictors_.data(), size}, {variances_.data(), size},
                               1.0 / static_cast<double>(count), {precisions_.data(), size},
                               {shifts_.data(), size}))
    return false;
  kernels::weighted_gram(panel, precisions_.data(), target_.precision.data(),
                         {from, coming.subspan(2 * third)});
  kernels::weighted_sum(panel, shifts_.data(), target_.shift.data());
  return true;
}

bool FullRankSep::step(std::span<const Index> rows, double step) {
  power_of_site(rows_ - beta_, cavity_);
  if (!factor_.set(cavity_)) return false;
  if (!set_target_fast(rows)) set_target(rows);
  target_.precision.triangularView<Eigen::StrictlyUpper>() = target_.precision.transpose();
  if (averaged_rows_ >= 0.0) {
    average_.add(static_cast<double>(rows.size()), target_);
    averaged_rows_ += static_cast<double>(rows.size());
  }
  site_.damp(step, target_);
  return true;
}

void FullRankSep::start_average() {
  average_ = NaturalGaussian::zero(problem_.dimension());
  averaged_rows_ = 0.0;
}

void FullRankSep::take_average() {
  if (!(averaged_rows_ > 0.0)) return;
  site_.precision = average_.precision / averaged_rows_;
  site_.shift = average_.shift / averaged_rows_;
  averaged_rows_ = -1.0;
}

Vector FullRankSep::mean() const {
  NaturalGaussian q;
  power_of_site(rows_, q);
  FactorisedGaussian factor;
  if (!factor.set(q)) throw no_posterior();
  return factor.mean();
}

Matrix FullRankSep::covariance() const {
  NaturalGaussian q;
  power_of_site(rows_, q);
  FactorisedGaussian factor;
  if (!factor.set(q)) throw no_posterior();
  return factor.covariance();
}

double FullRankSep::log_evidence(Communicator* others) const {
  NaturalGaussian natural;
  FactorisedGaussian cavity, product;
  power_of_site(rows_ - beta_, natural);
  double sum = cavity.set(natural) ? 0.0 : std::nan("");
  natural = NaturalGaussian::zero(problem_.dimension());
  Vector whitened(problem_.dimension());
  for (Index i = 0; i < problem_.rows() && !std::isnan(sum); ++i) {
    const auto x = problem_.design.col(i);
    whitened = x;
    cavity.lower().solveInPlace(whitened);
    const double variance = whitened.squaredNorm(), predictor = x.dot(cavity.mean());
    if (variance > 0.0) {
      const Tilted tilted = tilted_moments(problem_.row(i), beta_, predictor, variance);
      const PredictorSite site = site_of(tilted, predictor);
      natural.precision.noalias() += site.precision * x * x.transpose();
      natural.shift.noalias() += site.shift * x;
      sum += tilted.log_normaliser - log_normaliser_of(site, beta_, predictor, variance);
    } else {
      sum += problem_.row(i).at(0.0).value;
    }
  }
  if (others != nullptr) {
    others->add(std::span(&sum, 1));
    others->add({natural.precision.data(), static_cast<std::size_t>(natural.precision.size())});
    others->add({natural.shift.data(), static_cast<std::size_t>(natural.shift.size())});
  }
  natural.precision.diagonal().array() += problem_.prior_precision;
  sum += 0.5 * static_cast<double>(problem_.dimension()) * std::log(problem_.prior_precision);
  return product.set(natural) ? sum + product.log_partition() : std::nan("");
}

void FullRankSep::write_factors(std::span<double> out) const { site_.write(rows_, out); }

void FullRankSep::set_others(std::span<const double> factors) {
  outside_.read(factors);
  outside_.precision.diagonal().array() += problem_.prior_precision;
}

void FullRankSep::archive(StateArchive& archive) {
  outside_.archive("outside", archive);
  site_.archive("site", archive);
  average_.archive("average", archive);
  archive("averaged_rows", averaged_rows_);
}

}  // namespace renyi
