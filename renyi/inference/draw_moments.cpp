#include "renyi/inference/draw_moments.hpp"

#include <algorithm>
#include <cmath>

namespace renyi {

DrawMoments::DrawMoments(Index dimension, Index draws, GaussianShape shape)
    : shape_(shape),
      mean_(dimension),
      centred_(dimension, draws),
      covariance_(dimension, dimension),
      factor_(dimension) {}

bool DrawMoments::natural_of(const Matrix& draws, const Vector& weights, NaturalGaussian& natural) {
  mean_.noalias() = draws * weights;
  for (Index k = 0; k < draws.cols(); ++k)
    centred_.col(k) = std::sqrt(weights(k)) * (draws.col(k) - mean_);
  natural.precision.setZero();
  if (shape_ == GaussianShape::mean_field) {
    natural.precision.diagonal() = centred_.rowwise().squaredNorm().cwiseInverse();
    natural.shift = natural.precision.diagonal().cwiseProduct(mean_);
  } else {
    covariance_.setZero();
    // In parts, whose products need no workspace from the heap.
    constexpr Index part = 64;
    for (Index first = 0; first < centred_.cols(); first += part)
      covariance_.selfadjointView<Eigen::Lower>().rankUpdate(
          centred_.middleCols(first, std::min(part, centred_.cols() - first)));
    factor_.compute(covariance_);
    if (factor_.info() != Eigen::Success || !(factor_.matrixLLT().diagonal().minCoeff() > 0.0))
      return false;
    natural.precision.setIdentity();
    factor_.solveInPlace(natural.precision);
    natural.shift.noalias() = natural.precision * mean_;
  }
  return natural.precision.allFinite() && natural.shift.allFinite();
}

}  // namespace renyi
