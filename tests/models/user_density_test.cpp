#include "renyi/models/user_density.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <thread>
#include <vector>

#include "renyi/models/density_check.hpp"

namespace renyi::user_density_test {
namespace {

// y ~ N(a + b x, 1) with a, b ~ N(0, 1), written in three ways.
const Vector xs = Vector::LinSpaced(20, -1.0, 2.0);
const Vector ys = (1.0 - 0.5 * xs.array() + 0.1 * (7.0 * xs.array()).sin()).matrix();

struct Automatic {
  Index dimension() const { return 2; }
  template <class T>
  T log_joint(std::span<const T> theta) const {
    T sum = -0.5 * dot(theta, theta);
    for (Index n = 0; n < xs.size(); ++n) {
      const T error = ys(n) - theta[0] - theta[1] * xs(n);
      sum -= 0.5 * error * error;
    }
    return sum;
  }
};

struct Analytic {
  Index dimension() const { return 2; }
  double log_joint_gradient(std::span<const double> theta, std::span<double> gradient) const {
    const Vector errors = ys.array() - theta[0] - theta[1] * xs.array();
    gradient[0] = errors.sum() - theta[0];
    gradient[1] = errors.dot(xs) - theta[1];
    return -0.5 * (errors.squaredNorm() + theta[0] * theta[0] + theta[1] * theta[1]);
  }
};

struct ByRows {
  Index dimension() const { return 2; }
  Index rows() const { return xs.size(); }
  std::string coordinate_name(Index i) const { return i == 0 ? "intercept" : "slope"; }
  bool up_to_a_constant() const { return true; }
  template <class T>
  T log_prior(std::span<const T> theta) const {
    return -0.5 * dot(theta, theta);
  }
  template <class T>
  T log_likelihood(Index row, std::span<const T> theta) const {
    const T error = ys(row) - theta[0] - theta[1] * xs(row);
    return -0.5 * error * error;
  }
};

// No templates: dual numbers are not to be had.
struct TwoTypes {
  Index dimension() const { return 2; }
  double log_joint(std::span<const double> theta) const { return Automatic().log_joint(theta); }
  Variable log_joint(std::span<const Variable> theta) const { return Automatic().log_joint(theta); }
};
struct RowsOfTwoTypes {
  Index dimension() const { return 2; }
  Index rows() const { return xs.size(); }
  double log_prior(std::span<const double> theta) const { return ByRows().log_prior(theta); }
  Variable log_prior(std::span<const Variable> theta) const { return ByRows().log_prior(theta); }
  double log_likelihood(Index row, std::span<const double> theta) const {
    return ByRows().log_likelihood(row, theta);
  }
  Variable log_likelihood(Index row, std::span<const Variable> theta) const {
    return ByRows().log_likelihood(row, theta);
  }
};

const Matrix draws{{0.3, -1.0, 2.0}, {0.1, 0.7, -0.4}};

TEST(UserDensity, ThreeWaysToWriteOneModelAgree) {
  const UserDensity automatic(Automatic{});
  const UserDensity analytic(Analytic{});
  const UserDensity by_rows(ByRows{});
  for (Index k = 0; k < draws.cols(); ++k) {
    Vector gradients[3];
    const Vector theta = draws.col(k);
    const double value = log_joint(automatic, theta, &gradients[0]);
    EXPECT_NEAR(log_joint(analytic, theta, &gradients[1]), value, 1e-12);
    EXPECT_NEAR(log_joint(by_rows, theta, &gradients[2]), value, 1e-12);
    EXPECT_NEAR(log_joint(analytic, theta), value, 1e-12);
    EXPECT_LE((gradients[0] - gradients[1]).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE((gradients[0] - gradients[2]).cwiseAbs().maxCoeff(), 1e-12);
    for (const Density* density :
         {static_cast<const Density*>(&automatic), static_cast<const Density*>(&analytic),
          static_cast<const Density*>(&by_rows)}) {
      const auto check = check_density_gradient(*density, theta);
      EXPECT_TRUE(check.passed) << check.to_string();
    }
  }
}

TEST(UserDensity, FunctionsThatAreNoTemplatesTakeTheTape) {
  using Dual = autodiff::FewArguments;
  static_assert(TakesScalar<Automatic, Dual> && TakesScalar<ByRows, Dual>);
  static_assert(!TakesScalar<TwoTypes, Dual> && !TakesScalar<RowsOfTwoTypes, Dual>);
  const Vector theta = draws.col(0);
  Vector expected, gradient;
  const double value = log_joint(UserDensity(Automatic{}), theta, &expected);
  EXPECT_NEAR(log_joint(UserDensity(TwoTypes{}), theta, &gradient), value, 1e-12);
  EXPECT_LE((gradient - expected).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(log_joint(UserDensity(RowsOfTwoTypes{}), theta, &gradient), value, 1e-12);
  EXPECT_LE((gradient - expected).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(UserDensity, BatchesOfDrawsAreColumns) {
  const UserDensity density(Automatic{});
  Vector values(3), alone(3);
  Matrix gradients(2, 3);
  density.log_base(draws, values, gradients);
  density.log_base(draws, alone);
  for (Index k = 0; k < 3; ++k) {
    Vector gradient;
    EXPECT_EQ(values(k), log_joint(density, draws.col(k), &gradient));
    EXPECT_EQ(gradients.col(k), gradient);
    EXPECT_NEAR(alone(k), values(k), 1e-12);
  }
}

TEST(UserDensity, RowsComeInAnyOrderWithAnyCoefficients) {
  const ByRows model;
  const UserDensity density(model);
  const std::vector<Index> rows = {7, 2, 2};
  Matrix values(3, 3);
  density.log_rows(draws, rows, values);
  const Matrix coefficients{{1.0, 0.0, 2.0}, {0.0, 0.0, 0.0}, {-1.0, 0.5, 0.0}};
  Matrix gradients = Matrix::Constant(2, 3, 10.0);
  density.add_row_gradients(draws, rows, coefficients, gradients);
  EXPECT_EQ(gradients.col(1), Vector::Constant(2, 10.0));
  for (Index k = 0; k < 3; ++k)
    for (Index m = 0; m < 3; ++m) {
      const Index n = rows[static_cast<std::size_t>(m)];
      const double error = ys(n) - draws(0, k) - draws(1, k) * xs(n);
      EXPECT_NEAR(values(k, m), -0.5 * error * error, 1e-13);
      gradients.col(k) -= coefficients(k, m) * error * Vector{{1.0, xs(n)}};
    }
  EXPECT_LE((gradients.array() - 10.0).abs().maxCoeff(), 1e-12);
}

TEST(UserDensity, NamesAreTheModelsOrNumbered) {
  EXPECT_EQ(UserDensity(ByRows{}).coordinate_name(1), "slope");
  EXPECT_EQ(UserDensity(Automatic{}).coordinate_name(1), "theta[2]");
  EXPECT_EQ(UserDensity(ByRows{}).rows(), 20);
  EXPECT_EQ(UserDensity(Analytic{}).rows(), 0);
}

TEST(UserDensity, SaysWhetherItIsKnownUpToAConstant) {
  EXPECT_TRUE(UserDensity(ByRows{}).up_to_a_constant());
  EXPECT_FALSE(UserDensity(Automatic{}).up_to_a_constant());
}

struct LogOfTheFirst {
  Index dimension() const { return 1; }
  template <class T>
  T log_joint(std::span<const T> theta) const {
    using std::log;
    return log(theta[0]);
  }
};

TEST(UserDensity, WhatIsNoNumberIsPassedOn) {
  const UserDensity density(LogOfTheFirst{});
  EXPECT_TRUE(std::isnan(log_joint(density, Vector{{-1.0}})));
  EXPECT_EQ(log_joint(density, Vector{{0.0}}), -std::numeric_limits<double>::infinity());
}

TEST(UserDensity, ThreadsMayAskAtOnce) {
  const UserDensity density(ByRows{});
  std::vector<Index> rows(20);
  std::iota(rows.begin(), rows.end(), 0);
  const Matrix ones = Matrix::Ones(3, 20);
  Matrix expected = Matrix::Zero(2, 3);
  density.add_row_gradients(draws, rows, ones, expected);
  std::vector<int> wrong(3, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        Matrix gradients = Matrix::Zero(2, 3);
        density.add_row_gradients(draws, rows, ones, gradients);
        if (gradients != expected) ++wrong[t];
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, (std::vector{0, 0, 0}));
}

}  // namespace
}  // namespace renyi::user_density_test
