// What an approximating distribution q of a vector must be able to do to be trained by its draws:
// theta = g(parameters, noise), a smooth function of its free parameters. What it approximates, and
// how well, is left to others.
#pragma once

#include <string>

#include "renyi/core/matrix.hpp"

namespace renyi {

// Draws are columns: theta is d x K, noise (standard normal) noise() x K. One thread at a time.
class Family {
 public:
  explicit Family(Index dimension) : dimension_(dimension) {}
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;
  virtual ~Family() = default;

  Index dimension() const { return dimension_; }
  virtual Index noise() const { return dimension_; }
  virtual Index parameters() const = 0;
  // For messages: "mean 3", "log sd 3". Coordinates count from 1.
  virtual std::string parameter_name(Index parameter) const = 0;

  // Parameters of the member that is nearest to N(mean, covariance), which is positive definite.
  virtual Vector nearest(const ConstVectorRef& mean, const ConstMatrixRef& covariance) const = 0;

  // The member that all of the following is about.
  virtual void set(const ConstVectorRef& parameters) = 0;

  virtual void draw(const ConstMatrixRef& noise, Eigen::Ref<Matrix> theta) const = 0;
  // log q(theta), normalised, K; and d log q / d theta, d x K.
  virtual void log_density(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                           Eigen::Ref<Matrix> gradients) const = 0;
  // Adds sum_k (d theta_k / d parameters)' gradients.col(k): along the path through the draw.
  virtual void add_path(const ConstMatrixRef& noise, const ConstMatrixRef& gradients,
                        Eigen::Ref<Vector> out) const = 0;
  // Adds sum_k coefficients(k) d log q(theta_k) / d parameters, theta held: the score.
  virtual void add_score(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                         Eigen::Ref<Vector> out) const = 0;

  // Where q is a sum of parts with shares of their own, a draw jumps from part to part and its path
  // does not know of the shares. Training then takes each part's draws apart: stratify() moves the
  // noise so that draw k is of part k mod parts(), and says how much each draw counts, the log of
  // its part's share of q over its part's share of the draws; add_shares() adds
  // sum_k coefficients(k) d log_shares(k) / d parameters.
  virtual Index parts() const { return 1; }
  // NOLINTBEGIN(performance-unnecessary-value-param): those that override them write to them
  virtual void stratify(Eigen::Ref<Matrix> /*noise*/, Eigen::Ref<Vector> log_shares) const {
    log_shares.setZero();
  }
  virtual void add_shares(const ConstVectorRef& /*coefficients*/,
                          Eigen::Ref<Vector> /*out*/) const {}
  // NOLINTEND(performance-unnecessary-value-param)

  virtual Vector mean() const = 0;
  virtual Matrix covariance() const = 0;
  Vector sd() const { return covariance().diagonal().cwiseSqrt(); }

 private:
  Index dimension_;
};

}  // namespace renyi
