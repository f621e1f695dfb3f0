#include "renyi/models/glm_block.hpp"

#include <limits>

#include "renyi/core/grow.hpp"
#include "renyi/core/vector_math.hpp"

namespace renyi {
namespace {

using View = Eigen::Map<Matrix>;

std::span<double> all_of(View& view) {
  return {view.data(), static_cast<std::size_t>(view.size())};
}

// e^-|f|.
void decays(const View& predictors, View& exps) {
  exps = -predictors.cwiseAbs();
  kernels::exp(all_of(exps), all_of(exps));
}

}  // namespace

GlmBlock::View GlmBlock::view(std::vector<double>& memory, Index rows, Index cols) {
  grow(memory, rows * cols);
  return {memory.data(), rows, cols};
}

void GlmBlock::take(const ConstMatrixRef& theta) {
  dimension_ = theta.rows();
  draws_.clear();
  for (Index k = 0; k < theta.cols(); ++k) draws_.push_back(k);
  this->theta() = theta;
}

void GlmBlock::take(const ConstMatrixRef& theta, const ConstMatrixRef& coefficients) {
  dimension_ = theta.rows();
  draws_.clear();
  for (Index k = 0; k < theta.cols(); ++k)
    if (!coefficients.row(k).isZero(0.0)) draws_.push_back(k);
  View taken = this->theta();
  for (std::size_t k = 0; k < draws_.size(); ++k)
    taken.col(static_cast<Index>(k)) = theta.col(draws_[k]);
}

GlmBlock::View GlmBlock::predict(const GlmProblem& problem, std::span<const Index> rows) {
  View features = view(features_, dimension_, std::ssize(rows));
  grow(targets_, std::ssize(rows));
  for (std::size_t m = 0; m < rows.size(); ++m) {
    features.col(static_cast<Index>(m)) = problem.design.col(rows[m]);
    targets_[m] = problem.targets(rows[m]);
  }
  View numbers = view(numbers_, std::ssize(draws_), std::ssize(rows));
  numbers.noalias() = theta().transpose() * features;
  return numbers;
}

void GlmBlock::to_values(const GlmLikelihood& likelihood, View& numbers) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Eigen::Map<const Eigen::RowVectorXd> targets(targets_.data(), numbers.cols());
  View exps = view(exps_, numbers.rows(), numbers.cols());
  switch (likelihood.family) {
    case GlmFamily::logistic:  // log 1 / (1 + e^-f), of -f where the target is 0
      decays(numbers, exps);
      exps.array() += 1.0;
      kernels::log(all_of(exps), all_of(exps));
      for (Index m = 0; m < numbers.cols(); ++m) numbers.col(m) *= 2.0 * targets(m) - 1.0;
      numbers.array() = numbers.array().min(0.0) - exps.array();
      break;
    case GlmFamily::probit:
      for (Index m = 0; m < numbers.cols(); ++m)
        for (Index k = 0; k < numbers.rows(); ++k)
          numbers(k, m) = RowLikelihood(likelihood, targets(m)).at(numbers(k, m)).value;
      break;
    case GlmFamily::poisson:
      kernels::exp(all_of(numbers), all_of(exps));
      numbers.array().rowwise() *= targets.array();
      numbers.array() = (exps.array() < infinity).select(numbers.array() - exps.array(), -infinity);
      break;
    case GlmFamily::gaussian:
      numbers.rowwise() -= targets;
      numbers.array() = -0.5 / (likelihood.sigma * likelihood.sigma) * numbers.array().square();
      break;
  }
}

void GlmBlock::to_slopes(const GlmLikelihood& likelihood, View& numbers) {
  const Eigen::Map<const Eigen::RowVectorXd> targets(targets_.data(), numbers.cols());
  View exps = view(exps_, numbers.rows(), numbers.cols());
  switch (likelihood.family) {
    case GlmFamily::logistic:
      decays(numbers, exps);
      numbers.array() = (numbers.array() >= 0.0).select(1.0, exps.array()) / (1.0 + exps.array());
      numbers = -(numbers.rowwise() - targets);
      break;
    case GlmFamily::probit:
      for (Index m = 0; m < numbers.cols(); ++m)
        for (Index k = 0; k < numbers.rows(); ++k)
          numbers(k, m) = RowLikelihood(likelihood, targets(m)).at(numbers(k, m)).first;
      break;
    case GlmFamily::poisson:
      kernels::exp(all_of(numbers), all_of(numbers));
      numbers = -(numbers.rowwise() - targets);
      break;
    case GlmFamily::gaussian:
      numbers = -1.0 / (likelihood.sigma * likelihood.sigma) * (numbers.rowwise() - targets);
      break;
  }
}

Eigen::Map<const Matrix> GlmBlock::values(const GlmProblem& problem, const Vector& constants,
                                          std::span<const Index> rows) {
  View numbers = predict(problem, rows);
  to_values(problem.likelihood, numbers);
  for (std::size_t m = 0; m < rows.size(); ++m)
    numbers.col(static_cast<Index>(m)).array() += constants(rows[m]);
  return {numbers.data(), numbers.rows(), numbers.cols()};
}

void GlmBlock::add_gradients(const GlmProblem& problem, std::span<const Index> rows,
                             const ConstMatrixRef& coefficients, Eigen::Ref<Matrix> gradients) {
  View numbers = predict(problem, rows);
  to_slopes(problem.likelihood, numbers);
  for (Index m = 0; m < numbers.cols(); ++m)
    for (std::size_t k = 0; k < draws_.size(); ++k) {
      double& number = numbers(static_cast<Index>(k), m);
      const double coefficient = coefficients(draws_[k], m);
      number = coefficient == 0.0 ? 0.0 : coefficient * number;  // not 0 x inf
    }
  View added = view(added_, dimension_, std::ssize(draws_));
  added.noalias() = view(features_, dimension_, std::ssize(rows)) * numbers.transpose();
  for (std::size_t k = 0; k < draws_.size(); ++k)
    gradients.col(draws_[k]) += added.col(static_cast<Index>(k));
}

}  // namespace renyi
