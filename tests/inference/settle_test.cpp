#include "renyi/inference/settle.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "renyi/families/full_rank_family.hpp"
#include "renyi/families/mean_field_family.hpp"
#include "renyi/inference/density_objective.hpp"
#include "tests/support/function_density.hpp"
#include "tests/support/regression_density.hpp"

namespace renyi::settle_test {
namespace {

using testing::FunctionDensity;
using testing::RegressionDensity;

TEST(Settle, FindsAPosteriorInTheFamily) {
  const RegressionDensity density(9, 3);
  FullRankFamily family(3);
  DensityObjective objective(density, family, AffineMap::identity(3));
  const auto result =
      train_until_settled(objective, family, Vector::Zero(family.parameters()), {},
                          {.draws = 10, .batch = 9, .estimator = Estimator::stick_the_landing});
  EXPECT_TRUE(result.settled);
  family.set(result.parameters);
  EXPECT_TRUE(family.mean().isApprox(density.mean(), 0.01));
  EXPECT_TRUE(family.covariance().isApprox(density.covariance(), 0.03));
  EXPECT_NEAR(result.stages.back().bound, density.log_evidence(), 0.01);
}

TEST(Settle, MinibatchesAndNoisyGradientsSettleToo) {
  const RegressionDensity density(200, 2);
  MeanFieldFamily family(2);
  DensityObjective objective(density, family,
                             AffineMap::diagonal(density.mean(), density.covariance()));
  const auto result = train_until_settled(objective, family, Vector::Constant(4, 0.5), {},
                                          {.draws = 5, .batch = 50});
  EXPECT_TRUE(result.settled);
  family.set(result.parameters);
  EXPECT_LT(family.mean().cwiseAbs().maxCoeff(), 0.15) << "in sds";
}

TEST(Settle, AnImproperPosteriorNeverDoes) {
  // exp(x): all mass far to the right.
  const FunctionDensity density(1, [](const Vector& x, Vector& gradient) {
    gradient(0) = 1.0;
    return x(0);
  });
  MeanFieldFamily family(1);
  DensityObjective objective(density, family, AffineMap::identity(1));
  const auto result =
      train_until_settled(objective, family, Vector::Zero(2), {.stages = 3, .stage_steps = 1000},
                          {.draws = 5, .batch = 1, .estimator = Estimator::stick_the_landing});
  EXPECT_FALSE(result.settled);
  EXPECT_EQ(result.steps, 3000);
}

TEST(Settle, AnObserverEndsIt) {
  const RegressionDensity density(9, 3);
  FullRankFamily family(3);
  DensityObjective objective(density, family, AffineMap::identity(3));
  const Vector start = Vector::Zero(family.parameters());
  const auto result =
      train_until_settled(objective, family, start, {}, {.draws = 10, .batch = 9},
                          {.observers = {[](const Progress& progress) {
                             return progress.step == 15 ? Decision::stop : Decision::go_on;
                           }}});
  EXPECT_FALSE(result.settled);
  EXPECT_EQ(result.steps, 15);
  EXPECT_EQ(result.parameters, start) << "nothing can be said of one block";
}

TEST(Settle, RefusesOptionsWithoutMeaning) {
  EXPECT_THROW((SettleOptions{.learning_rate = 0.0}.validate()), UsageError);
  EXPECT_THROW((SettleOptions{.decay = 1.0}.validate()), UsageError);
  EXPECT_THROW((SettleOptions{.tolerance = 0.0}.validate()), UsageError);
  EXPECT_THROW((SettleOptions{.stages = 0}.validate()), UsageError);
  EXPECT_THROW((SettleOptions{.stage_steps = 0}.validate()), UsageError);
}

}  // namespace
}  // namespace renyi::settle_test
