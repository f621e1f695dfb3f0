// A normalising flow of affine couplings: normal noise moved by layers, each of which shifts and
// scales one half of the coordinates by functions of the other half, in turn. It is smooth and
// invertible with a known Jacobian, so that draws and log density are exact, and every estimator
// has its derivatives. Moments are not known in closed form: mean() and covariance() are those of
// fixed draws, good enough to see parameters settle.
//
// A layer's functions are one network of one layer of H units, (s, t) = W2 tanh(W1 x + b1) / H +
// b2, and y = e^s x + t: since tanh is bounded, so are the scales, and the tails stay Gaussian.
// Divided by H, a step of one size of all of W2 moves s and t as far as one of b2. Parameters are
// W1, b1, W2 and b2 of each layer, column by column.
#pragma once

#include <vector>

#include "renyi/families/family.hpp"

namespace renyi {

class FlowFamily final : public Family {
 public:
  // Throws UsageError unless there are two coordinates, two layers and a hidden unit.
  FlowFamily(Index dimension, Index layers, Index hidden = 16);

  Index layers() const { return static_cast<Index>(layers_.size()); }
  Index parameters() const override { return values_.size(); }
  std::string parameter_name(Index parameter) const override;
  // Means, and variances 1 / diag(covariance^-1), by the last two layers; none of the others does
  // anything then, as their W2 is 0.
  Vector nearest(const ConstVectorRef& mean, const ConstMatrixRef& covariance) const override;

  void set(const ConstVectorRef& parameters) override { values_ = parameters; }
  void draw(const ConstMatrixRef& noise, Eigen::Ref<Matrix> theta) const override;
  void log_density(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                   Eigen::Ref<Matrix> gradients) const override;
  void add_path(const ConstMatrixRef& noise, const ConstMatrixRef& gradients,
                Eigen::Ref<Vector> out) const override;
  void add_score(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                 Eigen::Ref<Vector> out) const override;
  Vector mean() const override;
  Matrix covariance() const override;

 private:
  // Where a layer's coordinates and parameters stand, and what its last pass has left.
  struct Layer {
    Index kept_at, kept, moved_at, moved;  // coordinates
    Index at;                              // first parameter
    Matrix given = {}, before = {};        // kept x K; moved x K, on the side of the noise
    Matrix hidden = {}, scale = {};        // tanh(...), e^s
    Matrix out = {};                       // (s, t), and then their gradients
  };

  Index size_of(const Layer& layer) const;
  // The four parts of a layer's parameters, in `values` laid out as the parameters are.
  template <class Values>
  auto parts_of(const Layer& layer, Values& values) const;
  void run(Layer& layer, const ConstMatrixRef& given) const;
  // layer.out holds the gradients in (s, t): adds to those of what was given, and of parameters.
  void pull_back(Layer& layer, Eigen::Ref<Matrix> gradients, Eigen::Ref<Vector>* out) const;
  // Adds coefficients(k) times the gradients of log q(theta_k) in the parameters to `out`, unless
  // it is null, and leaves those in theta_k in gradients_. Returns nothing of log q but log_q_.
  void density_gradients(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                         Eigen::Ref<Vector>* out) const;

  Index hidden_;
  Vector values_;
  Matrix fixed_;                        // noise of the moments
  mutable std::vector<Layer> layers_;   // with room to compute
  mutable Matrix gradients_, product_;  // the same
  mutable Vector log_q_;                // the same
};

}  // namespace renyi
