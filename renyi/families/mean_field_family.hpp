// Gaussians whose coordinates are independent: parameters are d means, then d log sds.
#pragma once

#include "renyi/families/family.hpp"

namespace renyi {

class MeanFieldFamily final : public Family {
 public:
  explicit MeanFieldFamily(Index dimension);

  Index parameters() const override { return 2 * dimension(); }
  std::string parameter_name(Index parameter) const override;
  // The best by the exclusive divergence: the variances are 1 / diag(covariance^-1).
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
  Matrix covariance() const override { return sd_.cwiseAbs2().asDiagonal(); }

 private:
  Vector mean_, sd_;
};

}  // namespace renyi
