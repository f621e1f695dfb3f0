// Gaussians of any covariance L L': parameters are d means, d logs of L's diagonal, then what is
// below it, column by column.
#pragma once

#include "renyi/families/family.hpp"

namespace renyi {

class FullRankFamily final : public Family {
 public:
  explicit FullRankFamily(Index dimension);

  Index parameters() const override { return dimension() * (dimension() + 3) / 2; }
  std::string parameter_name(Index parameter) const override;
  Vector nearest(const ConstVectorRef& mean, const ConstMatrixRef& covariance) const override;

  void set(const ConstVectorRef& parameters) override;
  void draw(const ConstMatrixRef& noise, Eigen::Ref<Matrix> theta) const override;
  void log_density(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                   Eigen::Ref<Matrix> gradients) const override;
  void add_path(const ConstMatrixRef& noise, const ConstMatrixRef& gradients,
                Eigen::Ref<Vector> out) const override;
  void add_score(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                 Eigen::Ref<Vector> out) const override;
  Vector mean() const override { return mean_; }
  Matrix covariance() const override { return scale_ * scale_.transpose(); }
  const Matrix& scale() const { return scale_; }  // L

 private:
  // Adds a gradient in L, of which what is above the diagonal is not looked at.
  void add_scale_gradient(const Matrix& gradient, Eigen::Ref<Vector> out) const;

  Vector mean_;
  Matrix scale_;
  mutable Matrix draws_, product_;  // room to compute
};

}  // namespace renyi
