// Mixtures of C Gaussians, each with independent coordinates: parameters are C logits of the
// weights, then C d means and C d log sds, component by component. Where components begin is left
// to others; nearest() knows one mode only.
//
// Gradients are of stratified draws: each component has its own, and they count by its weight (see
// Family::stratify). Within a component a draw is a smooth function of the parameters, so that the
// derivatives are exact for every order. The other way, implicit reparameterisation of the whole
// mixture, has a path of its own from one mode to another, but all of it in the gap between them,
// where there are no draws: in practice weights would not learn. What stratified draws cannot have
// is the doubly reparameterised estimator, whose identity needs the score of what was drawn from,
// a component, where the weights have that of the mixture; DensityObjective refuses it.
#pragma once

#include "renyi/families/family.hpp"

namespace renyi {

class MixtureFamily final : public Family {
 public:
  // Throws UsageError unless there is a component.
  MixtureFamily(Index dimension, Index components);

  Index components() const { return weights_.size(); }
  // The last number says which component, by the weights.
  Index noise() const override { return dimension() + 1; }
  Index parameters() const override { return components() * (1 + 2 * dimension()); }
  std::string parameter_name(Index parameter) const override;
  // Components of equal weight in a row along the longest axis, one sd to either side.
  Vector nearest(const ConstVectorRef& mean, const ConstMatrixRef& covariance) const override;
  // Parameters of these components: C, then d x C each.
  Vector combined(const ConstVectorRef& weights, const ConstMatrixRef& means,
                  const ConstMatrixRef& sds) const;

  void set(const ConstVectorRef& parameters) override;
  void draw(const ConstMatrixRef& noise, Eigen::Ref<Matrix> theta) const override;
  void log_density(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                   Eigen::Ref<Matrix> gradients) const override;
  void add_path(const ConstMatrixRef& noise, const ConstMatrixRef& gradients,
                Eigen::Ref<Vector> out) const override;
  void add_score(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                 Eigen::Ref<Vector> out) const override;
  Index parts() const override { return components(); }
  void stratify(Eigen::Ref<Matrix> noise, Eigen::Ref<Vector> log_shares) const override;
  void add_shares(const ConstVectorRef& coefficients, Eigen::Ref<Vector> out) const override;
  Vector mean() const override { return means_ * weights_; }
  Matrix covariance() const override;

  const Vector& weights() const { return weights_; }
  const Matrix& means() const { return means_; }  // d x C
  const Matrix& sds() const { return sds_; }

 private:
  Index component_of(double place) const;
  // log q(theta); leaves in parts_ which part of it each component has, sum 1.
  double log_sum(const ConstVectorRef& theta) const;

  Vector weights_, log_weights_;
  Vector constants_;  // of each component's log density times its weight
  Matrix means_, sds_;
  mutable Vector parts_;  // room to compute
};

}  // namespace renyi
