// Natural parameters of the Gaussian with the moments of weighted draws, of either shape. Asks for
// memory once; where the draws come from is left to others.
#pragma once

#include <Eigen/Cholesky>

#include "renyi/families/natural_gaussian.hpp"
#include "renyi/inference/local_fit.hpp"

namespace renyi {

class DrawMoments {
 public:
  DrawMoments(Index dimension, Index draws, GaussianShape shape);

  // Draws are columns; weights sum to 1. False where the draws have no finite, positive definite
  // covariance, or with independent coordinates no positive variances.
  bool natural_of(const Matrix& draws, const Vector& weights, NaturalGaussian& natural);

 private:
  GaussianShape shape_;
  Vector mean_;
  Matrix centred_, covariance_;  // d x K, times the roots of the weights; d x d
  Eigen::LLT<Matrix> factor_;
};

}  // namespace renyi
