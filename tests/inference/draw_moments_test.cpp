#include "renyi/inference/draw_moments.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "tests/inference/allocations.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::draw_moments_test {
namespace {

// Weighted moments by their definition.
struct Moments {
  Vector mean;
  Matrix covariance;
};
Moments moments_of(const Matrix& draws, const Vector& weights) {
  Moments moments{Vector::Zero(draws.rows()), Matrix::Zero(draws.rows(), draws.rows())};
  for (Index k = 0; k < draws.cols(); ++k) moments.mean += weights(k) * draws.col(k);
  for (Index k = 0; k < draws.cols(); ++k) {
    const Vector distance = draws.col(k) - moments.mean;
    moments.covariance += weights(k) * distance * distance.transpose();
  }
  return moments;
}

Vector weights_of(Index draws) {
  const Vector weights = testing::normal_vector(draws, 2).array().exp();
  return weights / weights.sum();
}

TEST(DrawMoments, AreNaturalParametersOfTheWeightedMoments) {
  const Matrix draws = testing::normal_matrix(3, 20, 1);
  const Vector weights = weights_of(20);
  const auto [mean, covariance] = moments_of(draws, weights);
  NaturalGaussian natural = NaturalGaussian::zero(3);
  ASSERT_TRUE(DrawMoments(3, 20, GaussianShape::full_rank).natural_of(draws, weights, natural));
  EXPECT_TRUE(natural.precision.isApprox(covariance.inverse(), 1e-12));
  EXPECT_TRUE(natural.shift.isApprox(covariance.inverse() * mean, 1e-12));
  ASSERT_TRUE(DrawMoments(3, 20, GaussianShape::mean_field).natural_of(draws, weights, natural));
  const Vector variance = covariance.diagonal();
  EXPECT_TRUE(natural.precision.isApprox(Matrix(variance.cwiseInverse().asDiagonal()), 1e-12));
  EXPECT_TRUE(natural.shift.isApprox(mean.cwiseQuotient(variance), 1e-12));
}

TEST(DrawMoments, SayWhereThereAreNone) {
  const Matrix draws = testing::normal_matrix(3, 2, 1);  // in a plane
  NaturalGaussian natural = NaturalGaussian::zero(3);
  const Vector halves = Vector::Constant(2, 0.5);
  EXPECT_FALSE(DrawMoments(3, 2, GaussianShape::full_rank).natural_of(draws, halves, natural));
  const Vector one{{1.0, 0.0}};  // a single draw
  EXPECT_FALSE(DrawMoments(3, 2, GaussianShape::mean_field).natural_of(draws, one, natural));
  const Vector none = Vector::Constant(2, std::nan(""));
  EXPECT_FALSE(DrawMoments(3, 2, GaussianShape::full_rank).natural_of(draws, none, natural));
  EXPECT_FALSE(DrawMoments(3, 2, GaussianShape::mean_field).natural_of(draws, none, natural));
}

TEST(DrawMoments, AskForMemoryOnce) {
  for (const auto shape : {GaussianShape::full_rank, GaussianShape::mean_field}) {
    const Matrix draws = testing::normal_matrix(40, 500, 1);
    const Vector weights = weights_of(500);
    NaturalGaussian natural = NaturalGaussian::zero(40);
    DrawMoments moments(40, 500, shape);
    const auto before = testing::allocations();
    ASSERT_TRUE(moments.natural_of(draws, weights, natural));
    EXPECT_EQ(testing::allocations(), before) << to_string(shape);
  }
}

}  // namespace
}  // namespace renyi::draw_moments_test
