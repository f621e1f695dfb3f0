// The seam itself, on the objectives that the tests of training share: coefficients come back as
// the derivative of what the log-weights make.
#include "renyi/inference/objective.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "renyi/core/gradient_check.hpp"
#include "tests/inference/zoo.hpp"

namespace renyi::objective_test {
namespace {

constexpr Stream stream{.seed = 3, .purpose = Purpose::draws, .step = 7};

// Any coefficients, the same three times over: the derivative of their product with log-weights.
void expect_derivative_of_log_weights(Objective& objective, const Vector& at) {
  std::vector<Index> rows(static_cast<std::size_t>(objective.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  Matrix log_weights;
  objective.draw(at, rows, 4, stream, log_weights);
  const Matrix any = Matrix::Random(log_weights.rows(), log_weights.cols());
  Vector gradient = Vector::Zero(at.size());
  objective.pull_back(at, {.model = any, .path = any, .score = any}, gradient);
  const auto product = [&](const Vector& x) {
    objective.draw(x, rows, 4, stream, log_weights);
    return objective.scale() * log_weights.cwiseProduct(any).sum();
  };
  const auto check = check_gradient(product, at, gradient);
  EXPECT_TRUE(check.passed) << check.to_string();
}

TEST(Objective, PullsBackTheDerivativesOfItsLogWeights) {
  testing::GaussianTarget target(testing::correlated_precision(), 0.4);
  expect_derivative_of_log_weights(target, (Vector(4) << 0.3, -0.2, -0.7, 0.1).finished());
  testing::LatentShift shift(testing::some_data(9));
  expect_derivative_of_log_weights(shift, (Vector(4) << 0.3, 0.6, -0.7, 0.1).finished());
}

TEST(Objective, OfTheZooHasConstantWeightsWhereQIsThePosterior) {
  Matrix log_weights;
  const std::vector<Index> rows = {2, 0, 1};
  testing::GaussianTarget target(4.0 * Matrix::Identity(2, 2), 0.4);
  target.draw((Vector(4) << 0.4, 0.4, -std::log(2.0), -std::log(2.0)).finished(), rows, 50, stream,
              log_weights);
  EXPECT_LT(log_weights.cwiseAbs().maxCoeff(), 1e-13) << "log evidence 0";

  const Vector data = testing::some_data(3);
  testing::LatentShift shift(data);
  shift.draw((Vector(4) << 0.3, 0.5, 0.15, -0.5 * std::log(2.0)).finished(), rows, 50, stream,
             log_weights);
  for (Index b = 0; b < 3; ++b) {
    const double x = data(rows[static_cast<std::size_t>(b)]) - 0.3;
    const double evidence = -testing::half_log_two_pi() - 0.5 * std::log(2.0) - 0.25 * x * x;
    EXPECT_LT((log_weights.col(b).array() - evidence).abs().maxCoeff(), 1e-13);
  }
}

}  // namespace
}  // namespace renyi::objective_test
