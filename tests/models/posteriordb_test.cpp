// The shared libraries that the tests build are posteriordb's models: gradients against
// differences, and means and standard deviations, by importance sampling, against the reference
// draws'.
#include "tests/support/posteriordb.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"
#include "renyi/models/density_check.hpp"
#include "renyi/models/shared_density.hpp"

namespace renyi::posteriordb_test {
namespace {

using testing::Posterior;

class Posteriordb : public ::testing::TestWithParam<Posterior> {
 protected:
  void SetUp() override {
    if (!GetParam().is_here()) GTEST_SKIP() << "no " << GetParam().data_file();
  }
};

constexpr ConstrainOptions parameters_alone = {.transformed = false, .generated = false};
constexpr ConstrainOptions with_transformed = {.transformed = true, .generated = false};

// A Gaussian from which to draw, on the unconstrained scale.
struct Proposal {
  Vector mean;
  Matrix covariance;
};

// The reference's moments, carried over: the point whose constrained parameters are the means.
Proposal from_reference(const SharedDensity& density, const testing::Reference& reference) {
  const Index d = density.dimension();
  Vector at = Vector::Zero(d);
  Matrix jacobian(d, d);
  const double step = 1e-6;
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Vector here = density.constrain(at, parameters_alone);
    for (Index i = 0; i < d; ++i) {
      Vector moved = at;
      moved(i) += step;
      jacobian.col(i) = (density.constrain(moved, parameters_alone) - here) / step;
    }
    const Vector change = jacobian.lu().solve(reference.mean - here);
    at += change.cwiseMax(-1.0).cwiseMin(1.0);
  }
  const Matrix inverse = jacobian.inverse();
  return {at, inverse * reference.covariance * inverse.transpose()};
}

// Eight schools: the prior of theta_trans, and about what is known of mu and log tau.
Proposal for_eight_schools() {
  Proposal proposal{Vector::Zero(10), Matrix::Identity(10, 10)};
  proposal.mean.tail(2) << 4.4, 0.8;
  proposal.covariance.diagonal().tail(2) << 16.0, 1.7;
  return proposal;
}

TEST_P(Posteriordb, GradientsAreThoseOfTheDensity) {
  const SharedDensity density(GetParam().library(), {.data = GetParam().data_file()});
  const auto reference = testing::read_reference(GetParam());
  const Proposal at =
      GetParam().data == "eight_schools" ? for_eight_schools() : from_reference(density, reference);
  for (const double shift : {0.0, 1.0, -2.0}) {
    const Vector theta = at.mean + shift * at.covariance.diagonal().cwiseSqrt();
    const auto check = check_density_gradient(density, theta);
    EXPECT_TRUE(check.passed) << check.to_string();
  }
}

TEST_P(Posteriordb, MeansAndStandardDeviationsAreTheReferences) {
  const SharedDensity density(GetParam().library(), {.data = GetParam().data_file()});
  const auto reference = testing::read_reference(GetParam());
  const Proposal proposal =
      GetParam().data == "eight_schools" ? for_eight_schools() : from_reference(density, reference);
  // A Student t of 8 degrees of freedom: tails that the posterior does not outlast.
  const Index d = density.dimension(), draws = 40'000, degrees = 8;
  Matrix noise(d + degrees, draws);
  fill_normal({.seed = 1, .purpose = Purpose::test}, {}, Eigen::Ref<Matrix>(noise));
  const Matrix factor = proposal.covariance.llt().matrixL();
  Matrix theta(d, draws);
  Vector log_weights(draws);
  const auto nu = static_cast<double>(degrees), dimension = static_cast<double>(d);
  for (Index k = 0; k < draws; ++k) {
    const Vector z =
        noise.col(k).head(d) / std::sqrt(noise.col(k).tail(degrees).squaredNorm() / nu);
    theta.col(k) = proposal.mean + factor * z;
    log_weights(k) = 0.5 * (nu + dimension) * std::log1p(z.squaredNorm() / nu);
  }
  Vector log_density(draws);
  density.log_base(theta, log_density);
  log_weights += log_density;
  log_weights.array() -= log_sum_exp({log_weights.data(), static_cast<std::size_t>(draws)});
  const Vector weights = log_weights.array().exp();
  const double effective = 1.0 / weights.squaredNorm();
  ASSERT_GT(effective, 0.05 * static_cast<double>(draws));

  const Matrix values = density.constrain(theta, with_transformed);
  const auto names = density.constrained_names(with_transformed);
  for (std::size_t i = 0; i < reference.names.size(); ++i) {
    const auto place = std::ranges::find(names, reference.names[i]) - names.begin();
    ASSERT_LT(place, std::ssize(names)) << reference.names[i];
    const auto row = values.row(place).transpose().array();
    const auto n = static_cast<Index>(i);
    const double mean = (row * weights.array()).sum();
    const Vector squares = (row - mean).square();
    const double sd = std::sqrt(squares.dot(weights));
    // Standard errors of both sides: of the mean, and of the sd by the delta method.
    const double mean_error = std::sqrt(squares.dot(weights.cwiseAbs2()) +
                                        std::pow(reference.sd(n), 2) / reference.draws);
    const double kurtosis = squares.cwiseAbs2().dot(weights) / std::pow(sd, 4);
    const Vector deviations = squares.array() - sd * sd;
    const double sd_error =
        std::sqrt(deviations.cwiseAbs2().dot(weights.cwiseAbs2()) / (4.0 * sd * sd) +
                  sd * sd * (kurtosis - 1.0) / (4.0 * reference.draws));
    EXPECT_NEAR(mean, reference.mean(n), 5.0 * mean_error)
        << names[static_cast<std::size_t>(place)];
    EXPECT_NEAR(sd, reference.sd(n), 5.0 * sd_error) << names[static_cast<std::size_t>(place)];
  }
}

INSTANTIATE_TEST_SUITE_P(All, Posteriordb, ::testing::ValuesIn(testing::posteriors),
                         [](const auto& test) { return test.param.model; });

// The two parameterisations are one model: theta = mu + tau z changes the density by tau^8.
TEST(EightSchools, CentredAndNonCentredAgree) {
  const std::string data =
      R"({"J": 8, "y": [28, 8, -3, 7, -1, 1, 18, 12], "sigma": [15, 10, 16, 11, 9, 11, 10, 18]})";
  const std::string folder = RENYI_BRIDGE_DIR "/eight_schools_";
  const SharedDensity centred(folder + "centered_model.so", {.data = data});
  const SharedDensity non_centred(folder + "noncentered_model.so", {.data = data});
  for (const double log_tau : {-1.0, 0.5, 2.0}) {
    Vector z = Vector::LinSpaced(10, -1.0, 1.5);
    z(9) = log_tau;
    Vector theta = z;
    theta.head(8) = z(8) + std::exp(log_tau) * z.head(8).array();
    EXPECT_NEAR(log_joint(centred, theta) + 8.0 * log_tau, log_joint(non_centred, z), 1e-10);
    const auto check = check_density_gradient(centred, theta);
    EXPECT_TRUE(check.passed) << check.to_string();
  }
}

}  // namespace
}  // namespace renyi::posteriordb_test
