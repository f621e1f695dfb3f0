// A regression with a Gaussian prior as a density with rows, for methods that draw the
// coefficients.
#pragma once

#include "renyi/models/density.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

class GlmDensity final : public Density {
 public:
  // The problem must be valid and outlive this.
  explicit GlmDensity(const GlmProblem& problem);

  Index dimension() const override { return problem_.dimension(); }
  Index rows() const override { return problem_.rows(); }
  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values) const override;
  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                Eigen::Ref<Matrix> gradients) const override;
  void log_rows(const ConstMatrixRef& theta, std::span<const Index> rows,
                Eigen::Ref<Matrix> values) const override;
  void add_row_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                         const ConstMatrixRef& coefficients,
                         Eigen::Ref<Matrix> gradients) const override;

 private:
  const GlmProblem& problem_;
  Vector constants_;  // a row: what of its log-likelihood has no theta in it
};

}  // namespace renyi
