#include "renyi/inference/density_objective.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

// Of draws, one a call of the density, whatever the number of threads: many, so that each of a few
// threads has its share.
constexpr Index most_blocks = 16;

}  // namespace

DensityObjective::DensityObjective(const Density& density, Family& family, AffineMap map,
                                   Grouping grouping, ThreadPool* pool, std::optional<Alpha> order)
    : density_(density),
      family_(family),
      map_(std::move(map)),
      grouping_(grouping),
      pool_(pool),
      order_(order.value_or(Alpha::vi())),
      is_vi_(std::abs(order_.power()) < 1e-8),
      needs_densities_(order && order->power() <= 0.0) {
  if (density.dimension() != family.dimension() || map_.dimension() != family.dimension())
    throw UsageError(fmt::format("density: expected {} coordinates as the family has, found {}",
                                 family.dimension(), density.dimension()));
  if (has_parts() && !order)
    throw UsageError("density: expected the order to train at, which a family of parts needs");
}

Index DensityObjective::rows() const { return std::max<Index>(1, density_.rows()); }

std::string DensityObjective::parameter_name(Index parameter) const {
  return family_.parameter_name(parameter);
}

double DensityObjective::rows_a_row() const {
  return static_cast<double>(density_.rows()) / static_cast<double>(rows_.size());
}

double DensityObjective::scale() const { return by_row() ? rows_a_row() : 1.0; }

template <class F>
void DensityObjective::each_block(F f) {
  if (density_.has_threads()) return f(Index{0}, theta_.cols());
  const Partition blocks(theta_.cols(),
                         std::max<Index>(1, (theta_.cols() + most_blocks - 1) / most_blocks));
  const auto block = [&](std::int64_t i) { f(blocks.begin(i), blocks.size(i)); };
  if (pool_ != nullptr) return pool_->for_each(blocks.shards(), block);
  for (std::int64_t i = 0; i < blocks.shards(); ++i) block(i);
}

void DensityObjective::draw(const Vector& parameters, std::span<const Index> rows, Index draws,
                            const Stream& stream, Matrix& log_weights) {
  const Index d = family_.dimension();
  const Index m = density_.rows() > 0 ? std::ssize(rows) : 0;
  rows_.assign(rows.begin(), rows.end());
  noise_.resize(family_.noise(), draws);
  u_.resize(d, draws);
  theta_.resize(d, draws);
  base_gradients_.resize(d, draws);
  q_gradients_.resize(d, draws);
  log_base_.resize(draws);
  log_q_.resize(draws);
  if (by_row())
    log_rows_.resize(draws, m);
  else
    log_row_sums_.resize(draws);

  fill_normal(stream, {}, noise_);
  family_.set(parameters);
  if (has_parts()) {
    log_shares_.resize(draws);
    family_.stratify(noise_, log_shares_);
    shares_ = log_shares_.array().exp();
  }
  family_.draw(noise_, u_);
  family_.log_density(u_, log_q_, q_gradients_);
  log_q_.array() -= map_.log_determinant();
  map_.apply(u_, theta_);
  each_block([&](Index first, Index count) {
    density_.log_base(theta_.middleCols(first, count), log_base_.segment(first, count),
                      base_gradients_.middleCols(first, count));
    if (by_row())
      density_.log_rows(theta_.middleCols(first, count), rows_, log_rows_.middleRows(first, count));
    else if (m > 0)
      density_.log_row_sums(theta_.middleCols(first, count), rows_,
                            log_row_sums_.segment(first, count));
  });
  if (needs_densities_) require_densities();

  if (by_row()) {
    log_weights = log_rows_;
    log_weights.colwise() += (log_base_ - log_q_) / static_cast<double>(density_.rows());
  } else {
    log_weights.resize(draws, 1);
    log_weights.col(0) = log_base_ - log_q_;
    if (m > 0) log_weights.col(0) += rows_a_row() * log_row_sums_;
  }
  if (has_parts()) count_shares(log_weights);
}

void DensityObjective::require_densities() const {
  for (Index k = 0; k < log_base_.size(); ++k)
    if (log_base_(k) == -infinity)
      throw NumericalError(fmt::format(
          "density: found a log density of -inf at {} = {:.6g}{}, where q has a draw: then a bound "
          "of order 1 or more is -inf; an alpha below 1 goes on, and transformed coordinates keep "
          "draws where the density is",
          density_.coordinate_name(0), theta_(0, k), theta_.rows() > 1 ? ", ..." : ""));
}

void DensityObjective::count_shares(Matrix& log_weights) {
  if (is_vi_) {
    log_weights.array().colwise() *= shares_.array();
    counted_ = log_weights;
  } else {
    log_weights.colwise() += log_shares_ / order_.power();
  }
}

// By the derivatives of what count_shares() makes in log s.
void DensityObjective::add_shares(const GradientCoefficients& coefficients, Vector& gradient) {
  if (is_vi_)
    score_ = scale() * coefficients.model.cwiseProduct(counted_).rowwise().sum();
  else
    score_ = scale() / order_.power() * coefficients.model.rowwise().sum();
  family_.add_shares(score_, gradient);
}

void DensityObjective::add_row_gradients() {
  if (!by_row()) sum_coefficients_ = rows_a_row() * path_;
  each_block([&](Index first, Index count) {
    const auto theta = theta_.middleCols(first, count);
    auto gradients = gradients_.middleCols(first, count);
    if (by_row())
      density_.add_row_gradients(theta, rows_, row_coefficients_.middleRows(first, count),
                                 gradients);
    else
      density_.add_row_sum_gradients(theta, rows_, sum_coefficients_.segment(first, count),
                                     gradients);
  });
}

void DensityObjective::pull_back(const Vector& /*parameters*/,
                                 const GradientCoefficients& coefficients, Vector& gradient) {
  if (has_parts() && coefficients.path != coefficients.model)
    throw UsageError(
        "estimator doubly-reparameterised: expected another for a family of parts: its identity "
        "needs the score of the part that was drawn from, and the weights have that of all parts");
  // Without a score, path coefficients stand in for that of the whole of log q. In a row's
  // log-weight there is 1/N of it, and so is what they differ by from the model's.
  const double q_share = by_row() ? 1.0 / static_cast<double>(density_.rows()) : 1.0;
  const double total = by_row() ? scale() * q_share : 1.0;
  row_paths_ = coefficients.path;
  if (by_row()) row_paths_ = coefficients.model + q_share * (row_paths_ - coefficients.model);
  path_ = total * row_paths_.rowwise().sum();
  score_ = -total * coefficients.score.rowwise().sum();
  const bool counts = has_parts() && is_vi_;  // d (s log w) / d log w = s
  if (counts) {
    path_.array() *= shares_.array();
    score_.array() *= shares_.array();
  }
  if (by_row()) {
    row_coefficients_ = scale() * row_paths_;
    if (counts) row_coefficients_.array().colwise() *= shares_.array();
  }
  gradients_.resize(theta_.rows(), theta_.cols());
  for (Index k = 0; k < theta_.cols(); ++k) {
    gradients_.col(k).setZero();  // where the density is 0 it has no gradient
    if (path_(k) != 0.0) gradients_.col(k) = path_(k) * base_gradients_.col(k);
  }
  if (density_.rows() > 0) add_row_gradients();
  map_.pull_back(gradients_);
  gradients_ -= q_gradients_ * path_.asDiagonal();
  family_.add_path(noise_, gradients_, gradient);
  if (!coefficients.score.isZero(0.0)) family_.add_score(u_, score_, gradient);
  if (has_parts()) add_shares(coefficients, gradient);
}

}  // namespace renyi
