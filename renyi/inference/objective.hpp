// What training maximises: a model and an approximating family behind one seam. Log-weights go out,
// coefficients come back as a gradient. Bounds, estimators and steps are left to train.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "renyi/bound/estimator.hpp"
#include "renyi/core/matrix.hpp"
#include "renyi/core/random.hpp"

namespace renyi {

// The objective of a minibatch is
//
//   outside + scale * sum_b bound_b,
//
// with one bound for the whole minibatch (B = 1: the energy approximation) or one for each row
// (B = M). Calls come in the order draw, outside, pull_back, once a step each; what draw computes
// may be kept for pull_back. Nothing is allocated once all shapes have been seen.
class Objective {
 public:
  Objective() = default;
  Objective(const Objective&) = delete;
  Objective& operator=(const Objective&) = delete;
  virtual ~Objective() = default;

  virtual Index parameters() const = 0;
  virtual Index rows() const = 0;  // of the whole data set, N
  // For messages: "layer 1 weight 3,7 mean".
  virtual std::string parameter_name(Index parameter) const = 0;

  // log_weights: K draws x B bounds, for the rows of one minibatch. The noise is a function of the
  // stream alone. Resizes log_weights when its shape does not fit.
  virtual void draw(const Vector& parameters, std::span<const Index> rows, Index draws,
                    const Stream& stream, Matrix& log_weights) = 0;

  // The factor of every bound in the objective, for the minibatch drawn last.
  virtual double scale() const { return 1.0; }

  // The part that needs no draw, such as a divergence in closed form; its gradient is added.
  virtual double outside(const Vector& /*parameters*/, Vector& /*gradient*/) { return 0.0; }

  // Adds scale * sum_kb of the coefficients' products with the derivatives of log_weights(k, b) of
  // the last draw. Draws whose coefficients are zero cost nothing.
  virtual void pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                         Vector& gradient) = 0;
};

}  // namespace renyi
