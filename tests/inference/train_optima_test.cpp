// Training as a whole arrives where the mathematics says.
#include <gtest/gtest.h>

#include <cmath>

#include "renyi/inference/train.hpp"
#include "tests/inference/zoo.hpp"

namespace renyi::train_optima_test {
namespace {

using testing::GaussianTarget;
using testing::LatentShift;

const Vector start = (Vector(4) << 0.9, -0.8, 0.1, -0.2).finished();

// Long enough to arrive, with ever smaller steps.
TrainOptions thorough(Alpha alpha, std::int64_t draws) {
  return {.alpha = alpha,
          .draws = draws,
          .epochs = 3000,
          .learning_rate = 0.05,
          .schedule = CosineDecay{},
          .estimator = Estimator::doubly_reparameterised,
          .averaging = 0.1};
}

struct MeanAndError {
  Vector mean;
  Vector error;
};

// Of what `of` makes of the trained parameters, over the seeds of independent runs.
template <class Objective, class Function>
MeanAndError over_seeds(Objective& objective, TrainOptions options, Function of) {
  constexpr Index runs = 16;
  Matrix results(4, runs);
  for (Index i = 0; i < runs; ++i) {
    options.seed = static_cast<std::uint64_t>(i);
    results.col(i) = of(train(objective, start, options).parameters);
  }
  const Vector mean = results.rowwise().mean();
  const double scale = std::sqrt(static_cast<double>(runs * (runs - 1)));
  return {mean, (results.colwise() - mean).rowwise().norm() / scale};
}

// The means and lambda = 1 / sd^2 of q.
Vector means_and_precisions(const Vector& parameters) {
  Vector result = parameters;
  result.tail(2) = (-2.0 * parameters.tail(2)).array().exp();
  return result;
}

TEST(TrainOptima, ReachesTheExactOptimumOfViAtOne) {
  GaussianTarget target(testing::correlated_precision(), 0.4);
  const auto [mean, error] = over_seeds(target, thorough(Alpha::vi(), 40), means_and_precisions);
  const Vector exact = (Vector(4) << 0.4, 0.4, 3.0, 3.0).finished();
  for (Index i = 0; i < 4; ++i) {
    EXPECT_NEAR(mean(i), exact(i), 4.0 * error(i)) << target.parameter_name(i);
    EXPECT_LT(error(i), 0.01 * exact(i)) << "precise enough to tell";
  }
}

// With 400 draws the optimum is that of the exact bound within a percent. At alpha = 0 it would
// not be: there the exact bound is the evidence for every q, and only its noise has an optimum.
TEST(TrainOptima, ReachesTheOptimumOfTheChosenOrder) {
  GaussianTarget target(testing::correlated_precision(), 0.4);
  const auto [mean, error] = over_seeds(target, thorough(Alpha(0.5), 400), means_and_precisions);
  const double lambda = std::sqrt(5.0);
  const Vector exact = (Vector(4) << 0.4, 0.4, lambda, lambda).finished();
  for (Index i = 0; i < 4; ++i)
    EXPECT_NEAR(mean(i), exact(i), 4.0 * error(i) + 0.01 * exact(i)) << target.parameter_name(i);
}

// Below alpha = 0 the posterior is not the maximum of the bound but its minimum.
TEST(TrainOptima, ReachesTheMaximumOfTheEvidenceWhereQCanBeThePosterior) {
  const Vector data = testing::some_data(64);  // two full batches: an epoch's mean is the rows'
  LatentShift shift(data);
  const double center = data.mean();
  const Vector exact = (Vector(4) << center, 0.5, 0.5 * center, -0.5 * std::log(2.0)).finished();
  const double spread = (data.array() - center).square().mean();
  const double evidence = -testing::half_log_two_pi() - 0.5 * std::log(2.0) - 0.25 * spread;
  for (const char* alpha : {"0", "0.5", "1"}) {
    TrainOptions options = thorough(Alpha::parse(alpha), 5);
    options.epochs = 500;
    const auto [mean, error] =
        over_seeds(shift, options, [](const Vector& parameters) { return parameters; });
    for (Index i = 0; i < 4; ++i) {
      // 1e-4 for what is left of the way: no noise is left where all weights are equal.
      EXPECT_NEAR(mean(i), exact(i), 4.0 * error(i) + 1e-4) << alpha << shift.parameter_name(i);
      EXPECT_LT(error(i), 0.01);
    }
    const Fit fit = train(shift, start, options);
    EXPECT_NEAR(fit.history.back().bound, evidence, 1e-3) << alpha;
    EXPECT_NEAR(fit.history.back().effective_draws, 5.0, 1e-3) << "all weights are equal";
  }
}

TEST(TrainOptima, OfSinglePrecisionReachesTheOptimum) {
  const Vector data = testing::some_data(40);
  TrainOptions options = thorough(Alpha(0.5), 5);
  options.epochs = 400;
  testing::OwnParameters<float> exact(data, 0.0);  // no noise: the data are the optimum
  const auto fit = train(exact, VectorF::Zero(40), options);
  EXPECT_LT((fit.parameters - data.cast<float>()).cwiseAbs().maxCoeff(), 1e-4);
}

}  // namespace
}  // namespace renyi::train_optima_test
