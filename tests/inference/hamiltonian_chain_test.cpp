// The yardstick of tests/support/hamiltonian_chain.hpp, against densities with known moments.
#include "tests/support/hamiltonian_chain.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "tests/support/family_checks.hpp"
#include "tests/support/function_density.hpp"

namespace renyi::hamiltonian_chain_test {
namespace {

using testing::chain_moments;
using testing::ChainMoments;
using testing::FunctionDensity;
using testing::hamiltonian_chain;

// Of six normal deviates the largest is above 4 once in 2600 seeds.
constexpr double deviates = 4.0;

FunctionDensity gaussian_density(const Vector& mean, const Matrix& covariance) {
  const Matrix precision = covariance.llt().solve(Matrix::Identity(mean.size(), mean.size()));
  return {mean.size(), [mean, precision](const Vector& at, Vector& gradient) {
            gradient = -precision * (at - mean);
            return 0.5 * gradient.dot(at - mean);
          }};
}

TEST(HamiltonianChain, HasTheMomentsOfACorrelatedGaussian) {
  const Vector mean = testing::normal_vector(6, 1);
  const Matrix covariance = testing::random_covariance(6, 2);
  const FunctionDensity density = gaussian_density(mean, covariance);
  // The coordinates of the marginals alone, so that the chain has to find the correlations.
  const Matrix root = covariance.diagonal().cwiseSqrt().asDiagonal();
  const auto chain = hamiltonian_chain(density, Vector::Zero(6), root, {.step = 0.2, .leaps = 8});
  EXPECT_GT(chain.accepted, 0.8);
  const ChainMoments found = chain_moments(chain.draws);
  const Vector sd = covariance.diagonal().cwiseSqrt();
  for (Index c = 0; c < 6; ++c) {
    EXPECT_NEAR(found.mean(c), mean(c), deviates * found.mean_error(c)) << c;
    EXPECT_NEAR(found.sd(c), sd(c), deviates * found.sd_error(c)) << c;
    EXPECT_LT(found.mean_error(c), 0.05 * sd(c)) << c;
    EXPECT_LT(found.sd_error(c), 0.05 * sd(c)) << c;
  }
  // Whitened draws are uncorrelated.
  Matrix white = chain.draws.colwise() - mean;
  covariance.llt().matrixL().solveInPlace(white);
  for (Index c = 1; c < 6; ++c) {
    const Matrix products = white.row(0).cwiseProduct(white.row(c));
    const ChainMoments product = chain_moments(products);
    EXPECT_NEAR(product.mean(0), 0.0, deviates * product.mean_error(0)) << c;
  }
}

// The logarithm of a Gamma(2) variable: its mean is digamma(2), its variance trigamma(2). With
// steps so long that a chain which took every proposal would be wrong.
TEST(HamiltonianChain, HasTheMomentsOfASkewedDensity) {
  const FunctionDensity density(1, [](const Vector& at, Vector& gradient) {
    gradient = Vector::Constant(1, 2.0 - std::exp(at(0)));
    return 2.0 * at(0) - std::exp(at(0));
  });
  const auto chain =
      hamiltonian_chain(density, Vector::Zero(1), Matrix::Identity(1, 1), {.draws = 100'000});
  EXPECT_LT(chain.accepted, 0.995);
  const ChainMoments found = chain_moments(chain.draws);
  EXPECT_NEAR(found.mean(0), 0.42278433509846713, deviates * found.mean_error(0));
  EXPECT_NEAR(found.sd(0), std::sqrt(0.6449340668482264), deviates * found.sd_error(0));
}

TEST(HamiltonianChain, TellsItsStandardErrors) {
  const FunctionDensity density = gaussian_density(Vector::Zero(1), Matrix::Identity(1, 1));
  constexpr int chains = 60;
  double mean_square = 0.0, sd_square = 0.0;  // of errors over their standard errors
  for (std::uint64_t seed = 1; seed <= chains; ++seed) {
    const auto chain = hamiltonian_chain(density, Vector::Zero(1), Matrix::Identity(1, 1),
                                         {.draws = 2000, .seed = seed});
    const ChainMoments found = chain_moments(chain.draws);
    mean_square += std::pow(found.mean(0) / found.mean_error(0), 2) / chains;
    sd_square += std::pow((found.sd(0) - 1.0) / found.sd_error(0), 2) / chains;
  }
  // A mean of 60 squares of deviates has the standard error sqrt(2 / 60) = 0.18.
  EXPECT_NEAR(mean_square, 1.0, 0.75);
  EXPECT_NEAR(sd_square, 1.0, 0.75);
}

TEST(HamiltonianChain, TheSeedFixesEveryBit) {
  const FunctionDensity density = gaussian_density(Vector::Zero(2), Matrix::Identity(2, 2));
  const auto draws = [&](std::uint64_t seed) {
    return hamiltonian_chain(density, Vector::Zero(2), Matrix::Identity(2, 2),
                             {.draws = 10, .seed = seed})
        .draws;
  };
  EXPECT_EQ(draws(3), draws(3));
  EXPECT_NE(draws(3), draws(4));
}

}  // namespace
}  // namespace renyi::hamiltonian_chain_test
