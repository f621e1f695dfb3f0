#include "renyi/models/wide_inverse.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "renyi/core/error.hpp"

namespace renyi::wide_inverse_test {
namespace {

// Hilbert's matrix times a common denominator: its entries are whole numbers, and the inverse is
// known: (-1)^(i+j) (i+j-1) C(n+i-1, n-j) C(n+j-1, n-i) C(i+j-2, i-1)^2 over the denominator.
constexpr Index n = 6;  // condition number 1.5e7
constexpr double denominator = 27720.0;

double binomial(Index from, Index choose) {
  double product = 1.0;
  for (Index i = 1; i <= choose; ++i)
    product = product * static_cast<double>(from - choose + i) / static_cast<double>(i);
  return product;
}

Matrix hilbert() {
  Matrix matrix(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) matrix(i, j) = denominator / static_cast<double>(i + j + 1);
  return matrix;
}

double largest_relative_error(bool precise) {
  const divergence::WideMatrix inverse = wide_inverse(hilbert(), precise);
  double worst = 0.0;
  for (Index i = 1; i <= n; ++i)
    for (Index j = 1; j <= n; ++j) {
      const double whole = ((i + j) % 2 == 0 ? 1.0 : -1.0) * static_cast<double>(i + j - 1) *
                           binomial(n + i - 1, n - j) * binomial(n + j - 1, n - i) *
                           std::pow(binomial(i + j - 2, i - 1), 2.0);
      const long double exact = static_cast<long double>(whole) / denominator;
      worst = std::max(worst, static_cast<double>(std::abs(inverse(i - 1, j - 1) / exact - 1.0L)));
    }
  return worst;
}

TEST(WideInverse, IsExactToTheLastDigitsWhereItIsToBePrecise) {
  const auto rounding = static_cast<double>(std::numeric_limits<long double>::epsilon());
  EXPECT_LE(largest_relative_error(true), 2.0 * rounding);
  // Otherwise the condition number costs its digits.
  EXPECT_LE(largest_relative_error(false), 1.5e7 * rounding);
}

TEST(WideInverse, IsSymmetric) {
  const divergence::WideMatrix inverse = wide_inverse(hilbert(), true);
  EXPECT_EQ(inverse, divergence::WideMatrix(inverse.transpose()));
}

TEST(WideInverse, RefusesWhatIsNotPositiveDefinite) {
  EXPECT_THROW(wide_inverse(Matrix{{1.0, 2.0}, {2.0, 1.0}}, false), NumericalError);
  EXPECT_THROW(wide_inverse(Matrix::Zero(2, 2), true), NumericalError);
}

}  // namespace
}  // namespace renyi::wide_inverse_test
