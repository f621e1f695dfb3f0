// Names for the matrix types used everywhere. Everything else about matrices is Eigen's.
#pragma once

#include <Eigen/Core>

namespace renyi {

using Index = Eigen::Index;

// Double precision: log-weights, bounds, analytic models. Column-major: one column is contiguous.
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using ConstVectorRef = Eigen::Ref<const Vector>;
using ConstMatrixRef = Eigen::Ref<const Matrix>;

// Of either precision: the parameters that training moves.
template <class T>
using VectorOf = Eigen::Matrix<T, Eigen::Dynamic, 1>;

// Single precision: network weights and activations. Row-major: one row (a datapoint or draw) is
// contiguous.
using VectorF = Eigen::VectorXf;
using MatrixF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMatrixRefF = Eigen::Ref<const MatrixF>;

}  // namespace renyi
