#include "renyi/bound/divergence/row_axes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "tests/bound/divergence/pairs.hpp"

namespace renyi::divergence::row_axes_test {
namespace {

using renyi::testing::number_between;

// Rows of random directions, not nearly parallel, over the given decades.
WideMatrix any_graded_matrix(Index n, double decades) {
  WideMatrix matrix(n, n);
  for (Wide& value : matrix.reshaped()) value = *number_between(-1.0, 1.0);
  matrix += 2.0L * static_cast<Wide>(n) * WideMatrix::Identity(n, n);
  return renyi::testing::any_scales(n, decades).cast<Wide>().asDiagonal() * matrix;
}

RC_GTEST_PROP(RowAxes, DiagonaliseTheProductWithTheTranspose, ()) {
  const auto n = *rc::gen::inRange<Index>(1, 7);
  const WideMatrix matrix = any_graded_matrix(n, 1.0);
  const RowAxes axes = orthogonalise_rows(matrix);
  const WideMatrix identity = axes.basis.transpose() * axes.basis;
  RC_ASSERT((identity - WideMatrix::Identity(n, n)).norm() <= 1e-16L);
  const WideMatrix product = matrix * matrix.transpose();
  const WideMatrix again = axes.basis * axes.squared_lengths.asDiagonal() * axes.basis.transpose();
  RC_ASSERT((again - product).norm() <= 1e-16L * product.norm());
}

RC_GTEST_PROP(RowAxes, KeepTheDeterminantHoweverDifferentTheRowsAre, ()) {
  const auto n = *rc::gen::inRange<Index>(1, 6);
  WideMatrix matrix = any_graded_matrix(n, 150.0).triangularView<Eigen::Lower>();
  const RowAxes axes = orthogonalise_rows(matrix);
  const Wide expected = matrix.diagonal().array().abs().log().sum();
  RC_ASSERT(std::abs(0.5L * axes.squared_lengths.array().log().sum() - expected) <= 1e-14L);
}

}  // namespace
}  // namespace renyi::divergence::row_axes_test
