#include "renyi/inference/mean_field_sep.hpp"

#include <algorithm>
#include <cmath>

#include "renyi/inference/mean_field_site.hpp"
#include "renyi/inference/sep_kernels.hpp"
#include "renyi/models/tilted_moments.hpp"

namespace renyi {

MeanFieldSep::MeanFieldSep(const GlmProblem& problem, double beta)
    : problem_(problem),
      beta_(beta),
      rows_(static_cast<double>(problem.rows())),
      outside_{Vector::Constant(problem.dimension(), problem.prior_precision),
               Vector::Zero(problem.dimension())},
      site_(NaturalDiagonal::zero(problem.dimension())),
      cavity_(site_),
      target_(site_),
      row_(site_),
      average_(site_) {}

NaturalDiagonal MeanFieldSep::power_of_site(double power) const {
  return {power * site_.precision + outside_.precision, power * site_.shift + outside_.shift};
}

bool MeanFieldSep::fast_step(Index row, double step) {
  const bool averages = averaged_rows_ >= 0.0;
  if (!kernels::mean_field_logistic_step(
          {.size = problem_.dimension(),
           .x = problem_.design.col(row).data(),
           .sign = problem_.targets(row) > 0.5 ? 1.0 : -1.0,
           .outside_precision = outside_.precision.data(),
           .outside_shift = outside_.shift.data(),
           .power = rows_ - 1.0,
           .step = step,
           .precision = site_.precision.data(),
           .shift = site_.shift.data(),
           .average_precision = averages ? average_.precision.data() : nullptr,
           .average_shift = averages ? average_.shift.data() : nullptr}))
    return false;
  if (averages) averaged_rows_ += 1.0;
  return true;
}

Index MeanFieldSep::fast_steps(std::span<const Index> rows, double step) {
  const bool averages = averaged_rows_ >= 0.0;
  const Index done = kernels::mean_field_logistic_rows(
      {.size = problem_.dimension(),
       .design = problem_.design.data(),
       .targets = problem_.targets.data(),
       .outside_precision = outside_.precision.data(),
       .outside_shift = outside_.shift.data(),
       .power = rows_ - 1.0,
       .step = step,
       .precision = site_.precision.data(),
       .shift = site_.shift.data(),
       .average_precision = averages ? average_.precision.data() : nullptr,
       .average_shift = averages ? average_.shift.data() : nullptr},
      rows);
  if (averages) averaged_rows_ += static_cast<double>(done);
  return done;
}

std::int64_t MeanFieldSep::steps(std::span<const Index> rows, Index batch, double step_a_row) {
  if (batch != 1 || !is_fast() || !(step_a_row <= kernels::small_step))
    return SepMethod::steps(rows, batch, step_a_row);
  constexpr std::size_t some = 8;  // where one row is too wide, its neighbours mostly are
  std::int64_t rejected = 0;
  while (!rows.empty()) {
    const Index done = fast_steps(rows, step_a_row);
    rows = rows.subspan(static_cast<std::size_t>(done));
    if (done > 0) continue;
    const auto now = rows.first(std::min(some, rows.size()));
    rejected += SepMethod::steps(now, batch, step_a_row);
    rows = rows.subspan(now.size());
  }
  return rejected;
}

bool MeanFieldSep::step(std::span<const Index> rows, double step) {
  if (rows.size() == 1 && is_fast() && fast_step(rows.front(), step)) return true;
  cavity_.precision = (rows_ - beta_) * site_.precision + outside_.precision;
  cavity_.shift = (rows_ - beta_) * site_.shift + outside_.shift;
  if (!cavity_.is_proper()) return false;
  target_.precision.setZero();
  target_.shift.setZero();
  const double share = 1.0 / static_cast<double>(rows.size());
  for (const Index i : rows) {
    mean_field_site(problem_.row(i), problem_.design.col(i), beta_, cavity_, row_);
    target_.add(share, row_);
  }
  if (averaged_rows_ >= 0.0) {
    average_.add(static_cast<double>(rows.size()), target_);
    averaged_rows_ += static_cast<double>(rows.size());
  }
  site_.damp(step, target_);
  return true;
}

void MeanFieldSep::start_average() {
  average_ = NaturalDiagonal::zero(problem_.dimension());
  averaged_rows_ = 0.0;
}

void MeanFieldSep::take_average() {
  if (!(averaged_rows_ > 0.0)) return;
  site_.precision = average_.precision / averaged_rows_;
  site_.shift = average_.shift / averaged_rows_;
  averaged_rows_ = -1.0;
}

Vector MeanFieldSep::mean() const {
  const NaturalDiagonal q = power_of_site(rows_);
  return q.shift.cwiseQuotient(q.precision);
}

Matrix MeanFieldSep::covariance() const {
  return Matrix(power_of_site(rows_).precision.cwiseInverse().asDiagonal());
}

double MeanFieldSep::log_evidence(Communicator* others) const {
  const NaturalDiagonal cavity = power_of_site(rows_ - beta_);
  NaturalDiagonal row, product = NaturalDiagonal::zero(problem_.dimension());
  double sum = cavity.is_proper() ? 0.0 : std::nan("");
  for (Index i = 0; i < problem_.rows() && !std::isnan(sum); ++i) {
    sum += mean_field_site(problem_.row(i), problem_.design.col(i), beta_, cavity, row);
    product.add(1.0, row);
    for (Index c = 0; c < problem_.dimension(); ++c)
      sum -= log_normaliser_of({row.precision(c), row.shift(c)}, beta_,
                               cavity.shift(c) / cavity.precision(c), 1.0 / cavity.precision(c));
  }
  if (others != nullptr) {
    others->add(std::span(&sum, 1));
    others->add({product.precision.data(), static_cast<std::size_t>(product.precision.size())});
    others->add({product.shift.data(), static_cast<std::size_t>(product.shift.size())});
  }
  product.precision.array() += problem_.prior_precision;
  sum += 0.5 * static_cast<double>(problem_.dimension()) * std::log(problem_.prior_precision);
  return product.is_proper() ? sum + log_partition(product) : std::nan("");
}

void MeanFieldSep::write_factors(std::span<double> out) const {
  const Index size = problem_.dimension();
  Eigen::Map<Vector>(out.data(), size) = rows_ * site_.precision;
  Eigen::Map<Vector>(out.data() + size, size) = rows_ * site_.shift;
}

void MeanFieldSep::set_others(std::span<const double> factors) {
  const Index size = problem_.dimension();
  outside_.precision =
      Eigen::Map<const Vector>(factors.data(), size).array() + problem_.prior_precision;
  outside_.shift = Eigen::Map<const Vector>(factors.data() + size, size);
}

void MeanFieldSep::archive(StateArchive& archive) {
  outside_.archive("outside", archive);
  site_.archive("site", archive);
  average_.archive("average", archive);
  archive("averaged_rows", averaged_rows_);
}

}  // namespace renyi
