#include "renyi/families/natural_gaussian.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace renyi::natural_gaussian_test {
namespace {

const Vector mean{{0.5, -1.0}};
const Matrix covariance{{0.5, 0.2}, {0.2, 0.4}};

TEST(NaturalGaussian, GoesThereAndBack) {
  const auto natural = NaturalGaussian::of_moments(mean, covariance);
  EXPECT_LT((natural.precision * covariance - Matrix::Identity(2, 2)).norm(), 1e-14);
  FactorisedGaussian gaussian;
  ASSERT_TRUE(gaussian.set(natural));
  EXPECT_LT((gaussian.mean() - mean).norm(), 1e-14);
  EXPECT_LT((gaussian.covariance() - covariance).norm(), 1e-14);
}

// N(1, 1/2) N(3, 1/3) is proportional to N((2 + 9) / 5, 1/5).
TEST(NaturalGaussian, ProductsOfDensitiesAreSums) {
  auto one = NaturalGaussian::of_moments(Vector{{1.0}}, Matrix{{0.5}});
  one.add(1.0, NaturalGaussian::of_moments(Vector{{3.0}}, Matrix{{1.0 / 3.0}}));
  FactorisedGaussian product;
  ASSERT_TRUE(product.set(one));
  EXPECT_DOUBLE_EQ(product.mean()(0), 11.0 / 5.0);
  EXPECT_DOUBLE_EQ(product.covariance()(0, 0), 0.2);
  NaturalDiagonal diagonal{Vector{{2.0}}, Vector{{2.0}}};
  diagonal.add(1.0, {Vector{{3.0}}, Vector{{9.0}}});
  EXPECT_EQ(diagonal.precision(0), 5.0);
  EXPECT_EQ(diagonal.shift(0), 11.0);
}

TEST(NaturalGaussian, DampingIsAStepOfTheWay) {
  auto natural = NaturalGaussian::zero(2);
  const auto target = NaturalGaussian::of_moments(mean, covariance);
  natural.damp(0.25, target);
  natural.damp(1.0 / 3.0, target);  // half the way in all
  EXPECT_LT((natural.precision - 0.5 * target.precision).norm(), 1e-14);
  EXPECT_LT((natural.shift - 0.5 * target.shift).norm(), 1e-14);
  auto diagonal = NaturalDiagonal::zero(1);
  diagonal.damp(0.5, {Vector{{4.0}}, Vector{{-2.0}}});
  EXPECT_EQ(diagonal.precision(0), 2.0);
  EXPECT_EQ(diagonal.shift(0), -1.0);
}

TEST(NaturalGaussian, NumbersAreReadAsTheyWereWritten) {
  const auto natural = NaturalGaussian::of_moments(mean, covariance);
  double all[6] = {}, diagonal[4] = {};
  natural.write(2.0, all);
  natural.write(2.0, diagonal);
  auto found = NaturalGaussian::zero(2);
  found.read(all);
  EXPECT_EQ(found.precision, 2.0 * natural.precision);
  EXPECT_EQ(found.shift, 2.0 * natural.shift);
  found.read(diagonal);
  EXPECT_EQ(found.precision, Matrix(2.0 * natural.precision.diagonal().asDiagonal()));
  EXPECT_EQ(found.shift, 2.0 * natural.shift);
}

TEST(NaturalGaussian, TellsWhatIsNoDistribution) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  FactorisedGaussian gaussian;
  EXPECT_FALSE(gaussian.set({Matrix{{1, 2}, {2, 1}}, Vector::Zero(2)}));
  EXPECT_FALSE(gaussian.set(NaturalGaussian::zero(2)));
  EXPECT_FALSE(gaussian.set({Matrix{{nan, 0}, {0, 1}}, Vector::Zero(2)}));
  EXPECT_FALSE(gaussian.set({Matrix::Identity(2, 2), Vector{{nan, 0.0}}}));
  EXPECT_TRUE((NaturalDiagonal{Vector{{1.0, 2.0}}, Vector::Zero(2)}.is_proper()));
  EXPECT_FALSE((NaturalDiagonal{Vector{{1.0, 0.0}}, Vector::Zero(2)}.is_proper()));
  EXPECT_FALSE((NaturalDiagonal{Vector{{1.0, nan}}, Vector::Zero(2)}.is_proper()));
}

// The integral of exp(s x - p x^2 / 2) is sqrt(2 pi / p) e^(s^2 / 2 p).
TEST(NaturalGaussian, LogPartitionIsThatOfItsFormula) {
  const double expected = 0.5 * (9.0 / 2.0 - std::log(2.0)) + 0.5 * (1.0 / 5.0 - std::log(5.0));
  const NaturalDiagonal diagonal{Vector{{2.0, 5.0}}, Vector{{3.0, -1.0}}};
  EXPECT_NEAR(log_partition(diagonal), expected, 1e-14);
  FactorisedGaussian gaussian;
  ASSERT_TRUE(gaussian.set({diagonal.precision.asDiagonal(), diagonal.shift}));
  EXPECT_NEAR(gaussian.log_partition(), expected, 1e-14);
}

}  // namespace
}  // namespace renyi::natural_gaussian_test
