#include "renyi/models/regression_statistics.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/error.hpp"
#include "tests/models/random_precision.hpp"

namespace renyi::regression_statistics_test {
namespace {

using testing::normal_matrix;

// X'X, X'y and y'y are all that a Gaussian likelihood knows of the data.
RC_GTEST_PROP(RegressionStatistics, AreTheProductsOfTheData, ()) {
  const auto n = *rc::gen::inRange<Index>(0, 1500);  // more than one block
  const auto d = *rc::gen::inRange<Index>(1, 6);
  const Matrix features = normal_matrix(n, d, 1);
  const Vector targets = normal_matrix(n, 1, 2);
  const RegressionStatistics found(features, targets);
  const double size = 1.0 + static_cast<double>(n);
  RC_ASSERT(found.rows == n);
  RC_ASSERT((found.gram() - features.transpose() * features).norm() < 1e-12 * size);
  RC_ASSERT((found.root.transpose() * found.projection - features.transpose() * targets).norm() <
            1e-12 * size);
  RC_ASSERT(std::abs(found.target_norm() - targets.norm()) < 1e-12 * size);
  const Matrix coefficients = normal_matrix(d, 3, 3);
  const Vector errors = found.squared_errors(coefficients);
  for (Index k = 0; k < 3; ++k)
    RC_ASSERT(std::abs(errors(k) - (targets - features * coefficients.col(k)).squaredNorm()) <
              1e-12 * size);
}

RC_GTEST_PROP(RegressionStatistics, GrowByAnyPieces, ()) {
  const Matrix features = normal_matrix(100, 3, 4);
  const Vector targets = normal_matrix(100, 1, 5);
  const RegressionStatistics whole(features, targets);
  const auto cut = *rc::gen::inRange<Index>(0, 101);
  RegressionStatistics pieces(features.topRows(cut), targets.head(cut));
  pieces.add(features.bottomRows(100 - cut), targets.tail(100 - cut));
  RC_ASSERT(pieces.rows == 100);
  RC_ASSERT((pieces.gram() - whole.gram()).norm() < 1e-11);
  RC_ASSERT(std::abs(pieces.remainder - whole.remainder) < 1e-12);
}

TEST(RegressionStatistics, KeepAResidualThatSquaresWouldLose) {
  const Matrix features = Matrix::Ones(1000, 1);
  Vector targets = Vector::Constant(1000, 1e7);
  for (Index i = 0; i < 1000; ++i) targets(i) += i % 2 == 0 ? 1e-3 : -1e-3;
  // 1000 (1e-3)^2 beside a sum of squares of 1e17.
  EXPECT_NEAR(RegressionStatistics(features, targets).remainder, std::sqrt(1e-3), 1e-6);
}

TEST(RegressionStatistics, NameWhatIsNotFinite) {
  Matrix features = Matrix::Ones(3, 2);
  Vector targets = Vector::Ones(3);
  EXPECT_THROW(RegressionStatistics(features, Vector::Ones(2)), UsageError);
  EXPECT_THROW(RegressionStatistics(2).add(Matrix::Ones(3, 1), targets), UsageError);
  features(2, 1) = std::numeric_limits<double>::quiet_NaN();
  try {
    const RegressionStatistics none(features, targets);
    FAIL() << none.rows;
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("row 3, column 2"), std::string::npos);
  }
  features(2, 1) = 0.0;
  targets(1) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(RegressionStatistics(features, targets), UsageError);
}

}  // namespace
}  // namespace renyi::regression_statistics_test
