// What a linear model needs of its data, gathered in one pass: X'X, X'y and y'y as the triangular
// factor of [X y], which keeps the digits that squares would lose. The model is
// linear_regression.hpp's.
#pragma once

#include "renyi/core/matrix.hpp"

namespace renyi {

// X'X = root' root, X'y = root' projection and y'y = |projection|^2 + remainder^2, with root d x d
// upper triangular: for every theta |y - X theta|^2 = |projection - root theta|^2 + remainder^2.
struct RegressionStatistics {
  Index rows = 0;
  Matrix root;
  Vector projection;
  double remainder = 0.0;

  // Of no rows yet.
  explicit RegressionStatistics(Index features);
  RegressionStatistics(const ConstMatrixRef& features, const ConstVectorRef& targets);

  // More rows: n x d and n. Throws UsageError for other shapes and for what is not finite.
  void add(const ConstMatrixRef& features, const ConstVectorRef& targets);

  Index features() const { return root.cols(); }
  Matrix gram() const { return root.transpose() * root; }  // X'X
  double target_norm() const;                              // |y|

  // |y - X theta|^2 for each column of coefficients, d x K.
  Vector squared_errors(const ConstMatrixRef& coefficients) const;
};

}  // namespace renyi
