#include "renyi/models/glm_density.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "renyi/models/glm_block.hpp"

namespace renyi {
namespace {

// Rows that are looked at together: their products with the draws stay in the cache.
constexpr Index rows_a_time = 128;

// f(the rows, the place of the first one).
template <class F>
void each_block(std::span<const Index> rows, F f) {
  for (Index first = 0; first < std::ssize(rows); first += rows_a_time) {
    const Index count = std::min(rows_a_time, std::ssize(rows) - first);
    f(rows.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)), first);
  }
}

GlmBlock& block_of_thread() {
  static thread_local GlmBlock block;
  return block;
}

}  // namespace

GlmDensity::GlmDensity(const GlmProblem& problem) : problem_(problem), constants_(problem.rows()) {
  for (Index i = 0; i < constants_.size(); ++i) constants_(i) = problem.row(i).constant();
}

void GlmDensity::log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values) const {
  const double precision = problem_.prior_precision;
  const double constant = 0.5 * static_cast<double>(dimension()) *
                          (std::log(precision) - std::log(2.0 * std::numbers::pi));
  values = (constant - 0.5 * precision * theta.colwise().squaredNorm().array()).transpose();
}

void GlmDensity::log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                          Eigen::Ref<Matrix> gradients) const {
  log_base(theta, values);
  gradients = -problem_.prior_precision * theta;
}

void GlmDensity::log_rows(const ConstMatrixRef& theta, std::span<const Index> rows,
                          Eigen::Ref<Matrix> values) const {
  GlmBlock& block = block_of_thread();
  block.take(theta);
  each_block(rows, [&](std::span<const Index> some, Index first) {
    const auto of_block = block.values(problem_, constants_, some);
    values.middleCols(first, of_block.cols()) = of_block;
  });
}

void GlmDensity::add_row_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                                   const ConstMatrixRef& coefficients,
                                   Eigen::Ref<Matrix> gradients) const {
  GlmBlock& block = block_of_thread();
  block.take(theta, coefficients);
  each_block(rows, [&](std::span<const Index> some, Index first) {
    block.add_gradients(problem_, some,
                        coefficients.middleCols(first, static_cast<Index>(some.size())), gradients);
  });
}

}  // namespace renyi
