#include "renyi/autodiff/eigen_scalar.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <vector>

#include "renyi/autodiff/value_and_gradient.hpp"
#include "renyi/core/gradient_check.hpp"

namespace renyi::eigen_scalar_test {
namespace {

template <class T>
using MatrixOf = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

// The entries of a square matrix in, the gradient of a function of it out; against differences.
template <class Function>
Matrix checked_gradient(const Function& function, const Matrix& at) {
  const Index n = at.rows();
  const auto of = [&]<class T>(std::span<const T> a) {
    MatrixOf<T> x(n, n);
    for (Index i = 0; i < x.size(); ++i) x(i) = a[static_cast<std::size_t>(i)];
    return function(x);
  };
  const auto size = static_cast<std::size_t>(at.size());
  Matrix gradient(n, n);
  const double value = value_and_gradient(of, std::span(at.data(), size), {gradient.data(), size});
  const auto plain = [&](const Vector& x) { return of(std::span<const double>(x.data(), size)); };
  EXPECT_NEAR(value, plain(at.reshaped()), 1e-13);
  const auto check = check_gradient(plain, at.reshaped(), gradient.reshaped());
  EXPECT_TRUE(check.passed) << check.to_string();
  return gradient;
}

Matrix positive_definite(Index n) {
  Matrix matrix = Matrix::Constant(n, n, 0.3);
  matrix.diagonal().setLinSpaced(1.0, 2.0);
  return matrix;
}

TEST(EigenScalar, TheCholeskyFactorGivesTheLogDeterminant) {
  for (const Index n : {1, 2, 3, 4, 40}) {  // up to 3 by dual numbers; 40: in blocks
    const Matrix at = positive_definite(n);
    const Matrix gradient = checked_gradient(
        []<class T>(const MatrixOf<T>& x) {
          using std::log;
          const MatrixOf<T> symmetric = 0.5 * (x + x.transpose());
          const MatrixOf<T> factor = symmetric.llt().matrixL();
          T sum = 0.0;
          for (Index i = 0; i < factor.rows(); ++i) sum += 2.0 * log(factor(i, i));
          return sum;
        },
        at);
    EXPECT_LE((gradient - at.inverse()).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(EigenScalar, ProductsSolvesAndNormsMixWithPlainNumbers) {
  const Matrix other = Matrix::NullaryExpr(
      3, 3, [](Index i, Index j) { return 0.1 * static_cast<double>(i - 2 * j); });
  const Vector y = Vector::LinSpaced(3, -1.0, 2.0);
  checked_gradient(
      [&]<class T>(const MatrixOf<T>& x) {
        const MatrixOf<T> mixed = x * other.cast<T>() + 2.0 * x;
        const Eigen::Matrix<T, 3, 1> solved = x.llt().solve(y.cast<T>());
        return T(mixed.squaredNorm() + y.cast<T>().dot(x * y.cast<T>()) + solved.sum() +
                 x.cwiseProduct(other).trace());
      },
      positive_definite(3));
}

}  // namespace
}  // namespace renyi::eigen_scalar_test
