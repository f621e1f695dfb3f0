// Gaussians of covariance D^2 + U U' with D diagonal and U of few columns r, for vectors too long
// for a full covariance: parameters are d means, d logs of D, then U, column by column.
#pragma once

#include <Eigen/Cholesky>

#include "renyi/families/family.hpp"

namespace renyi {

class LowRankFamily final : public Family {
 public:
  // Throws UsageError unless 1 <= rank <= dimension.
  LowRankFamily(Index dimension, Index rank);

  Index rank() const { return rank_; }
  Index noise() const override { return dimension() + rank_; }
  Index parameters() const override { return dimension() * (2 + rank_); }
  std::string parameter_name(Index parameter) const override;
  // Factors along the largest principal axes, D^2 what remains of the variances.
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
  Matrix covariance() const override;

 private:
  // covariance^-1 times the columns, by Woodbury's identity.
  void solve_in_place(Eigen::Ref<Matrix> columns) const;

  Index rank_;
  Vector mean_, sd_;          // D
  Matrix factors_;            // U
  Matrix scaled_;             // D^-2 U
  Eigen::LLT<Matrix> inner_;  // I + U' D^-2 U
  mutable Matrix draws_;      // room to compute
};

}  // namespace renyi
