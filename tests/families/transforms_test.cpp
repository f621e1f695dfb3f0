#include "renyi/families/transforms.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <string>

#include "renyi/autodiff/value_and_gradient.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/matrix.hpp"
#include "tests/support/generators.hpp"

namespace renyi::transforms_test {
namespace {

using Numbers = std::vector<double>;

Numbers some_numbers(std::size_t size, double range = 4.0) {
  Numbers x(size);
  for (double& number : x) number = *testing::number_between(-range, range);
  return x;
}

// A way as a function from free numbers to those constrained ones that determine the rest. The log
// Jacobian that it adds must be log |det| of the matrix of its derivatives.
template <class Way>
void check_jacobian(const Numbers& x, const Way& way) {
  const auto size = static_cast<Index>(x.size());
  Matrix jacobian(size, size);
  Numbers row(x.size());
  for (Index i = 0; i < size; ++i) {
    value_and_gradient(
        [&](std::span<const Variable> free) {
          Variable log_density = 0.0;
          return way(free, log_density)[static_cast<std::size_t>(i)];
        },
        x, row);
    jacobian.row(i) = Eigen::Map<Vector>(row.data(), size).transpose();
  }
  double log_jacobian = 0.25;  // something that stood there before
  way(std::span<const double>(x), log_jacobian);
  const double truth = std::log(std::abs(jacobian.determinant()));
  RC_ASSERT(std::abs(log_jacobian - 0.25 - truth) <= 1e-9 * (1.0 + std::abs(truth)));
}

void expect_near(const Numbers& found, const Numbers& expected, double tolerance = 1e-9) {
  RC_ASSERT(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    RC_ASSERT(std::abs(found[i] - expected[i]) <= tolerance * (1.0 + std::abs(expected[i])));
}

RC_GTEST_PROP(Transforms, OfOneNumber, ()) {
  const Numbers x = some_numbers(1, 8.0);
  double ignored = 0.0;
  expect_near({unconstrain_positive(constrain_positive(x[0], ignored))}, x);
  expect_near({unconstrain_above(constrain_above(x[0], -2.0, ignored), -2.0)}, x);
  expect_near({unconstrain_below(constrain_below(x[0], 3.0, ignored), 3.0)}, x);
  expect_near({unconstrain_interval(constrain_interval(x[0], -2.0, 3.0, ignored), -2.0, 3.0)}, x);
  check_jacobian(x, []<class T>(std::span<const T> a, T& log_density) {
    return std::vector<T>{constrain_positive(a[0], log_density)};
  });
  check_jacobian(x, []<class T>(std::span<const T> a, T& log_density) {
    return std::vector<T>{constrain_above(a[0], -2.0, log_density)};
  });
  check_jacobian(x, []<class T>(std::span<const T> a, T& log_density) {
    return std::vector<T>{constrain_below(a[0], 3.0, log_density)};
  });
  check_jacobian(x, []<class T>(std::span<const T> a, T& log_density) {
    return std::vector<T>{constrain_interval(a[0], -2.0, 3.0, log_density)};
  });
}

RC_GTEST_PROP(Transforms, OrderedVectors, ()) {
  const Numbers x = some_numbers(*rc::gen::inRange<std::size_t>(1, 5));
  const auto way = []<class T>(std::span<const T> a, T& log_density) {
    std::vector<T> y(a.size());
    constrain_ordered(a, std::span<T>(y), log_density);
    return y;
  };
  check_jacobian(x, way);
  double log_density = 0.0;
  const Numbers y = way(std::span<const double>(x), log_density);
  for (std::size_t k = 1; k < y.size(); ++k) RC_ASSERT(y[k] > y[k - 1]);
  expect_near(unconstrain_ordered(y), x);
}

RC_GTEST_PROP(Transforms, SimplicesByStickBreaking, ()) {
  const Numbers x = some_numbers(*rc::gen::inRange<std::size_t>(0, 5));
  const auto way = []<class T>(std::span<const T> a, T& log_density) {
    std::vector<T> y(a.size() + 1);
    constrain_simplex(a, std::span<T>(y), log_density);
    return y;
  };
  if (!x.empty()) check_jacobian(x, way);
  double log_density = 0.0;
  const Numbers y = way(std::span<const double>(x), log_density);
  double sum = 0.0;
  for (const double part : y) sum += part;
  RC_ASSERT(std::abs(sum - 1.0) <= 1e-14);
  expect_near(unconstrain_simplex(y), x);

  // Stan's formulas: z_k = inv_logit(x_k - log(K - k)), y_k = (1 - sum of the earlier) z_k.
  double left = 1.0, log_jacobian = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double z = sigmoid(x[k] - std::log(static_cast<double>(x.size() - k)));
    RC_ASSERT(std::abs(y[k] - left * z) <= 1e-13);
    log_jacobian += std::log(left) + std::log(z) + std::log(1.0 - z);
    left -= y[k];
  }
  RC_ASSERT(std::abs(log_density - log_jacobian) <= 1e-8);
}

RC_GTEST_PROP(Transforms, CholeskyFactorsOfCorrelations, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 5);
  const Numbers x = some_numbers(rows * (rows - 1) / 2, 2.0);
  double log_density = 0.0;
  Numbers factor(rows * rows);
  constrain_correlation_cholesky<double>(x, rows, factor, log_density);
  const auto n = static_cast<Index>(rows);
  const Eigen::Map<Matrix> l(factor.data(), n, n);
  RC_ASSERT(l.isLowerTriangular());
  const Matrix correlation = l * l.transpose();
  RC_ASSERT((correlation.diagonal().array() - 1.0).abs().maxCoeff() <= 1e-14);
  expect_near(unconstrain_correlation_cholesky(factor, rows), x, 1e-7);

  // Stan's formulas: z = tanh(x), l(i, j) = z sqrt(1 - sum of the earlier squares).
  double log_jacobian = 0.0;
  std::size_t next = 0;
  for (Index i = 1; i < n; ++i) {
    double squares = 0.0;
    for (Index j = 0; j < i; ++j) {
      const double z = std::tanh(x[next++]);
      log_jacobian += 0.5 * std::log1p(-squares) + std::log1p(-z * z);
      RC_ASSERT(std::abs(l(i, j) - z * std::sqrt(1.0 - squares)) <= 1e-12);
      squares += l(i, j) * l(i, j);
    }
  }
  RC_ASSERT(std::abs(log_density - log_jacobian) <= 1e-8 * (1.0 + std::abs(log_jacobian)));
  // The entries below the diagonal determine the others.
  if (rows > 1 && rows < 4)
    check_jacobian(x, [&]<class T>(std::span<const T> a, T& added) {
      std::vector<T> entries(rows * rows), below;
      constrain_correlation_cholesky(a, rows, std::span<T>(entries), added);
      for (std::size_t i = 1; i < rows; ++i)
        for (std::size_t j = 0; j < i; ++j) below.push_back(entries[i + j * rows]);
      return below;
    });
}

TEST(Transforms, FreeNumbersFarOutGiveNumbersAndLogJacobians) {
  for (const double x : {-700.0, 700.0}) {
    double log_density = 0.0;
    const double y = constrain_interval(x, 0.0, 1.0, log_density);
    EXPECT_TRUE(y >= 0.0 && y <= 1.0);
    EXPECT_NEAR(log_density, -700.0, 1e-9);
    Numbers simplex(3), factor(9);
    constrain_simplex<double>(Numbers{x, x}, simplex, log_density);
    constrain_correlation_cholesky<double>(Numbers{x, x, -x}, 3, factor, log_density);
    EXPECT_TRUE(std::isfinite(log_density));
  }
}

TEST(Transforms, ZeroIsTheMiddle) {
  double log_density = 0.0;
  Numbers simplex(4), factor(4);
  constrain_simplex<double>(Numbers{0.0, 0.0, 0.0}, simplex, log_density);
  for (const double part : simplex) EXPECT_NEAR(part, 0.25, 1e-15);
  constrain_correlation_cholesky<double>(Numbers{0.0}, 2, factor, log_density);
  EXPECT_EQ(factor, (Numbers{1.0, 0.0, 0.0, 1.0}));
  EXPECT_EQ(constrain_interval(0.0, 2.0, 4.0, log_density), 3.0);
}

template <class Call>
void expect_refused(const Call& call, const std::string& words) {
  try {
    call();
    FAIL() << "not refused: " << words;
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Transforms, WhatTheConstraintExcludesIsRefusedWithItsNumber) {
  expect_refused([] { unconstrain_positive(-1.5); }, "expected a positive number, found -1.5");
  expect_refused([] { unconstrain_above(2.0, 2.0); }, "above 2, found 2");
  expect_refused([] { unconstrain_below(std::nan(""), 2.0); }, "below 2, found nan");
  expect_refused([] { unconstrain_interval(5.0, 0.0, 1.0); }, "between 0 and 1, found 5");
  expect_refused([] { unconstrain_interval(5.0, 1.0, 1.0); }, "positive length, found 1 to 1");
  expect_refused([] { unconstrain_ordered(Numbers{1.0, 1.0}); }, "found 1 after 1");
  expect_refused([] { unconstrain_simplex(Numbers{0.5, 0.4}); }, "sum to 1, found 0.9");
  expect_refused([] { unconstrain_simplex(Numbers{1.5, -0.5}); }, "found -0.5");
  expect_refused([] { unconstrain_simplex(Numbers{}); }, "sum to 1, found 0");
  expect_refused([] { unconstrain_correlation_cholesky(Numbers{1, 0.6, 0, 0.6}, 2); }, "row 2");
}

TEST(Transforms, LengthsThatDoNotFitAreRefused) {
  double log_density = 0.0;
  Numbers three(3);
  expect_refused([&] { constrain_ordered<double>(Numbers{1.0}, three, log_density); }, "ordered");
  expect_refused([&] { constrain_simplex<double>(Numbers{1.0}, three, log_density); }, "simplex");
  expect_refused(
      [&] { constrain_correlation_cholesky<double>(Numbers{1.0}, 2, three, log_density); },
      "square matrix, found 3");
  expect_refused(
      [&] { constrain_correlation_cholesky<double>(Numbers{1.0}, 3, three, log_density); },
      "3 numbers of free correlations, found 1");
}

}  // namespace
}  // namespace renyi::transforms_test
