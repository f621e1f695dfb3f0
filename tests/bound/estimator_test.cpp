#include "renyi/bound/estimator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/bound/pick.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"

namespace renyi::estimator_test {
namespace {

// q = N(mu, 1), p = N(0, 1), h = mu + epsilon: log w = -mu epsilon - mu^2 / 2, whose derivative in
// mu is -mu along the path and -epsilon by the score. There is no model parameter.
constexpr double mu = 0.7;
constexpr Index draws = 8;
constexpr Index columns = 200'000;

struct MeanAndError {
  double mean;
  double error;
};

class GaussianPair : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    epsilon = Matrix(draws, columns);
    fill_normal({.seed = 11, .purpose = Purpose::draws}, {}, Eigen::Ref<Matrix>(epsilon));
  }

  static Bound bound_of(Alpha alpha) {
    return renyi_bound(alpha, (-mu * epsilon.array() - mu * mu / 2.0).matrix());
  }

  // Mean and standard error over the columns of the estimated gradient.
  static MeanAndError gradient(const GradientCoefficients& coefficients) {
    const Eigen::ArrayXd gradients =
        (-mu * coefficients.path.array() - epsilon.array() * coefficients.score.array())
            .colwise()
            .sum()
            .transpose();
    const double mean = gradients.mean();
    const double variance = (gradients - mean).square().mean();
    return {mean, std::sqrt(variance / static_cast<double>(columns))};
  }

  static MeanAndError all_draws(Estimator estimator, Alpha alpha) {
    GradientCoefficients coefficients;
    gradient_coefficients(estimator, alpha, bound_of(alpha), coefficients);
    return gradient(coefficients);
  }

  static MeanAndError one_draw(Estimator estimator, Alpha alpha) {
    const Bound bound = bound_of(alpha);
    std::vector<Index> picks(columns);
    pick_draws(bound, {.seed = 12, .purpose = Purpose::pick}, 0, picks);
    GradientCoefficients coefficients;
    gradient_coefficients(estimator, alpha, bound, picks, coefficients);
    return gradient(coefficients);
  }

  inline static Matrix epsilon;
};

// d/d mu of the exact E L_{alpha,8}, by quadrature (gaussian_oracle_test.cpp computes it again).
constexpr struct {
  double alpha;
  double derivative;
} exact[] = {{0.0, -0.1257}, {0.5, -0.3985}, {-1.0, 0.2608}, {2.0, -1.2743}, {1.0, -mu}};
constexpr double rounding_of_table = 5e-5;

TEST_F(GaussianPair, UnbiasedEstimatorsHaveTheExactGradientAsTheirMean) {
  for (const auto& [alpha, derivative] : exact)
    for (const auto estimator : {Estimator::reparameterised, Estimator::doubly_reparameterised}) {
      ASSERT_FALSE(is_biased(estimator, Alpha(alpha)));
      for (const auto& [mean, error] :
           {all_draws(estimator, Alpha(alpha)), one_draw(estimator, Alpha(alpha))})
        EXPECT_NEAR(mean, derivative, 4.0 * error + rounding_of_table)
            << to_string(estimator) << " at " << alpha;
    }
}

TEST_F(GaussianPair, StickingTheLandingIsBiasedUnlessAlphaIsOne) {
  for (const auto& [alpha, derivative] : exact) {
    const auto [mean, error] = all_draws(Estimator::stick_the_landing, Alpha(alpha));
    const bool right = std::abs(mean - derivative) <= 4.0 * error + rounding_of_table;
    EXPECT_EQ(right, !is_biased(Estimator::stick_the_landing, Alpha(alpha))) << alpha;
  }
}

TEST_F(GaussianPair, DroppingTheScoreLowersTheVarianceAtOne) {
  EXPECT_LT(all_draws(Estimator::stick_the_landing, Alpha::vi()).error,
            all_draws(Estimator::reparameterised, Alpha::vi()).error);
}

TEST_F(GaussianPair, TheGradientOfVrMaxIsThatOfTheLargestWeight) {
  const auto all = all_draws(Estimator::reparameterised, Alpha::vr_max());
  const auto one = one_draw(Estimator::reparameterised, Alpha::vr_max());
  EXPECT_DOUBLE_EQ(all.mean, one.mean);
}

TEST(GradientCoefficients, OfTheModelAreTheBoundsDerivatives) {
  const Bound bound = renyi_bound(Alpha(0.3), Matrix::Random(6, 4));
  GradientCoefficients coefficients;
  for (const auto estimator : {Estimator::reparameterised, Estimator::stick_the_landing,
                               Estimator::doubly_reparameterised}) {
    gradient_coefficients(estimator, Alpha(0.3), bound, coefficients);
    EXPECT_EQ(coefficients.model, bound.coefficients);
  }
}

TEST(GradientCoefficients, OfOneDrawAreZeroElsewhere) {
  const Bound bound = renyi_bound(Alpha(-1.0), Matrix::Random(5, 3));
  const std::vector<Index> picks = {4, 0, 2};
  GradientCoefficients coefficients;
  gradient_coefficients(Estimator::doubly_reparameterised, Alpha(-1.0), bound, picks, coefficients);
  for (Index b = 0; b < 3; ++b) {
    const Index j = picks[static_cast<std::size_t>(b)];
    EXPECT_EQ(coefficients.model.col(b), Vector::Unit(5, j));
    EXPECT_EQ(coefficients.path.col(b),
              Vector(Vector::Unit(5, j) * (-1.0 + 2.0 * bound.coefficients(j, b))));
    EXPECT_EQ(coefficients.score.col(b), Vector::Zero(5));
  }
}

TEST(GradientCoefficients, RefuseWhatIsNotDefinedAndSayWhy) {
  GradientCoefficients coefficients;
  for (const Alpha alpha : {Alpha::vr_max(), Alpha::vr_min()}) {
    const Bound bound = renyi_bound(alpha, Matrix::Random(5, 3));
    EXPECT_THROW(
        gradient_coefficients(Estimator::doubly_reparameterised, alpha, bound, coefficients),
        UsageError);
  }
  const std::vector<Index> too_few = {0};
  EXPECT_THROW(
      gradient_coefficients(Estimator::reparameterised, Alpha(0.0),
                            renyi_bound(Alpha(0.0), Matrix::Random(5, 3)), too_few, coefficients),
      UsageError);
}

TEST(Estimator, HasANameThatIsReadBack) {
  for (const auto estimator : {Estimator::reparameterised, Estimator::stick_the_landing,
                               Estimator::doubly_reparameterised})
    EXPECT_EQ(parse_enum<Estimator>(to_string(estimator)), estimator);
}

}  // namespace
}  // namespace renyi::estimator_test
