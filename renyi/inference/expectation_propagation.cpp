#include "renyi/inference/expectation_propagation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/families/natural_gaussian.hpp"
#include "renyi/inference/mean_field_site.hpp"
#include "renyi/models/tilted_moments.hpp"

namespace renyi {
namespace {

constexpr int halvings = 5;

NumericalError beyond_doubles() {
  return NumericalError("expectation propagation: doubles do not hold the posterior's precision");
}

double log_prior_factor(const GlmProblem& problem) {
  return 0.5 * static_cast<double>(problem.dimension()) * std::log(problem.prior_precision);
}

// Sites are functions of a row's predictor: two numbers a row.
class FullRankEp {
 public:
  FullRankEp(const GlmProblem& problem, const EpOptions& options)
      : problem_(problem),
        options_(options),
        sites_(static_cast<std::size_t>(problem.rows())),
        direction_(problem.dimension()) {
    refresh();
  }

  const Vector& mean() const { return mean_; }
  Vector sd() const { return covariance_.diagonal().cwiseSqrt(); }
  Matrix covariance() const { return covariance_; }
  std::int64_t site_numbers() const { return 2 * problem_.rows(); }

  // The posterior from its sites, without the rounding of a pass's updates.
  void refresh() {
    NaturalGaussian natural = NaturalGaussian::zero(problem_.dimension());
    natural.precision.diagonal().setConstant(problem_.prior_precision);
    for (Index i = 0; i < problem_.rows(); ++i) {
      const auto x = problem_.design.col(i);
      natural.precision.noalias() += site(i).precision * x * x.transpose();
      natural.shift.noalias() += site(i).shift * x;
    }
    if (!posterior_.set(natural)) throw beyond_doubles();
    mean_ = posterior_.mean();
    covariance_ = posterior_.covariance();
  }

  void archive(StateArchive& archive) {
    Matrix sites(2, problem_.rows());
    for (Index i = 0; i < problem_.rows(); ++i) sites.col(i) << site(i).precision, site(i).shift;
    archive("sites", sites);
    for (Index i = 0; i < problem_.rows(); ++i) site(i) = {sites(0, i), sites(1, i)};
    archive("q.mean", mean_);
    archive("q.covariance", covariance_);
  }

  // False where the row is rejected.
  bool update(Index i) {
    const auto x = problem_.design.col(i);
    direction_.noalias() = covariance_ * x;
    const double variance = x.dot(direction_), mean = x.dot(mean_);
    const Predictor cavity = cavity_of(i, mean, variance);
    if (!(cavity.variance > 0.0) || !std::isfinite(cavity.variance)) return false;
    const PredictorSite target = site_of(
        tilted_moments(problem_.row(i), options_.beta, cavity.mean, cavity.variance), cavity.mean);
    double step = options_.damping;
    for (int h = 0; h <= halvings; ++h, step *= 0.5) {
      const double precision = step * (target.precision - site(i).precision);
      const double shift = step * (target.shift - site(i).shift);
      const double growth = 1.0 + precision * variance;
      if (!(growth > 0.0) || !std::isfinite(shift)) continue;
      mean_ += (shift - precision * mean) / growth * direction_;
      covariance_.noalias() -= precision / growth * direction_ * direction_.transpose();
      site(i).precision += precision;
      site(i).shift += shift;
      return true;
    }
    return false;
  }

  double log_evidence() const {
    double sum = posterior_.log_partition() + log_prior_factor(problem_);
    for (Index i = 0; i < problem_.rows(); ++i) {
      const auto x = problem_.design.col(i);
      const auto [mean, variance] = cavity_of(i, x.dot(mean_), x.dot(covariance_ * x));
      sum += tilted_moments(problem_.row(i), options_.beta, mean, variance).log_normaliser -
             log_normaliser_of(site(i), options_.beta, mean, variance);
    }
    return sum;
  }

 private:
  PredictorSite& site(Index i) { return sites_[static_cast<std::size_t>(i)]; }
  const PredictorSite& site(Index i) const { return sites_[static_cast<std::size_t>(i)]; }

  struct Predictor {
    double mean, variance;
  };
  // Of a row's predictor, without the row's own site; the variance is negative for none.
  Predictor cavity_of(Index i, double mean, double variance) const {
    const double left = 1.0 - options_.beta * site(i).precision * variance;
    return {(mean - options_.beta * site(i).shift * variance) / left, variance / left};
  }

  const GlmProblem& problem_;
  const EpOptions& options_;
  std::vector<PredictorSite> sites_;
  FactorisedGaussian posterior_;
  Vector mean_, direction_;
  Matrix covariance_;
};

// Sites have a factor a coordinate: 2 d numbers a row.
class MeanFieldEp {
 public:
  MeanFieldEp(const GlmProblem& problem, const EpOptions& options)
      : problem_(problem),
        options_(options),
        precisions_(Matrix::Zero(problem.dimension(), problem.rows())),
        shifts_(precisions_),
        cavity_(NaturalDiagonal::zero(problem.dimension())),
        target_(cavity_) {
    refresh();
  }

  Vector mean() const { return posterior_.shift.cwiseQuotient(posterior_.precision); }
  Vector sd() const { return posterior_.precision.cwiseSqrt().cwiseInverse(); }
  Matrix covariance() const { return Matrix(posterior_.precision.cwiseInverse().asDiagonal()); }
  std::int64_t site_numbers() const { return 2 * problem_.dimension() * problem_.rows(); }

  void refresh() {
    posterior_.precision = precisions_.rowwise().sum().array() + problem_.prior_precision;
    posterior_.shift = shifts_.rowwise().sum();
    if (!posterior_.is_proper()) throw beyond_doubles();
  }

  void archive(StateArchive& archive) {
    archive("sites.precision", precisions_);
    archive("sites.shift", shifts_);
    posterior_.archive("q", archive);
  }

  bool update(Index i) {
    if (!set_cavity(i)) return false;
    mean_field_site(problem_.row(i), problem_.design.col(i), options_.beta, cavity_, target_);
    double step = options_.damping;
    for (int h = 0; h <= halvings; ++h, step *= 0.5) {
      next_.precision = posterior_.precision + step * (target_.precision - precisions_.col(i));
      next_.shift = posterior_.shift + step * (target_.shift - shifts_.col(i));
      if (!next_.is_proper()) continue;
      std::swap(posterior_, next_);
      precisions_.col(i) += step * (target_.precision - precisions_.col(i));
      shifts_.col(i) += step * (target_.shift - shifts_.col(i));
      return true;
    }
    return false;
  }

  double log_evidence() {
    double sum = log_partition(posterior_) + log_prior_factor(problem_);
    for (Index i = 0; i < problem_.rows(); ++i) {
      if (!set_cavity(i)) return std::nan("");
      sum +=
          mean_field_site(problem_.row(i), problem_.design.col(i), options_.beta, cavity_, target_);
      for (Index c = 0; c < problem_.dimension(); ++c)
        sum -=
            log_normaliser_of({precisions_(c, i), shifts_(c, i)}, options_.beta,
                              cavity_.shift(c) / cavity_.precision(c), 1.0 / cavity_.precision(c));
    }
    return sum;
  }

 private:
  bool set_cavity(Index i) {
    cavity_.precision = posterior_.precision - options_.beta * precisions_.col(i);
    cavity_.shift = posterior_.shift - options_.beta * shifts_.col(i);
    return cavity_.is_proper();
  }

  const GlmProblem& problem_;
  const EpOptions& options_;
  Matrix precisions_, shifts_;
  NaturalDiagonal posterior_, next_, cavity_, target_;
};

template <class Method>
LocalFit run_ep(const GlmProblem& problem, const EpOptions& options, Legs* legs) {
  constexpr Index rows_a_pause = 64;
  Method method(problem, options);
  LocalFit fit{.site_numbers = method.site_numbers()};
  // Of the pass under way: rows that are done and rejected, and moments at its beginning.
  std::int64_t row = 0, rejected = 0;
  Vector mean = method.mean(), sd = method.sd();
  Leg leg(legs, [&](StateArchive& archive) {
    archive("passes", fit.passes);
    archive("rejected_in_all", fit.rejected);
    archive("change", fit.change);
    archive("converged", fit.converged);
    archive("row", row);
    archive("rejected", rejected);
    archive("mean", mean);
    archive("sd", sd);
    method.archive(archive);
    if (archive.loads() && row == 0) method.refresh();  // as it was at the end of a pass
  });
  for (; fit.passes < options.passes && !fit.converged; ++fit.passes) {
    if (row == 0) {
      mean = method.mean();
      sd = method.sd();
      rejected = 0;
    }
    while (row < problem.rows()) {
      rejected += method.update(row) ? 0 : 1;
      if (++row % rows_a_pause == 0)
        leg.pause({.unit = "pass", .done = fit.passes, .all = options.passes});
    }
    method.refresh();
    row = 0;
    fit.rejected += rejected;
    fit.change = moment_change(mean, sd, method.mean(), method.sd());
    fit.converged = fit.change < options.tolerance && rejected == 0;
  }
  leg.end();
  fit.mean = method.mean();
  fit.covariance = method.covariance();
  fit.log_evidence = method.log_evidence();
  return fit;
}

}  // namespace

void EpOptions::validate() const {
  if (!(beta >= 0.0) || !std::isfinite(beta))
    throw UsageError(fmt::format("beta: expected a finite number from 0, found {}", beta));
  if (!(damping > 0.0 && damping <= 1.0))
    throw UsageError(
        fmt::format("damping: expected a number above 0 and up to 1, found {}", damping));
  if (passes < 1) throw UsageError(fmt::format("passes: expected at least 1, found {}", passes));
}

LocalFit fit_ep(const GlmProblem& problem, const EpOptions& options, Legs* legs) {
  problem.validate();
  options.validate();
  return options.shape == GaussianShape::full_rank ? run_ep<FullRankEp>(problem, options, legs)
                                                   : run_ep<MeanFieldEp>(problem, options, legs);
}

}  // namespace renyi
