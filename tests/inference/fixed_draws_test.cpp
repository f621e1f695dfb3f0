#include "renyi/inference/fixed_draws.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "renyi/families/full_rank_family.hpp"
#include "renyi/inference/density_objective.hpp"
#include "tests/support/function_density.hpp"
#include "tests/support/regression_density.hpp"

namespace renyi::fixed_draws_test {
namespace {

using testing::RegressionDensity;

TEST(FixedDraws, FindAPosteriorInTheFamilyExactly) {
  // With the posterior in the family every set of draws has its maximum there: equal weights.
  const RegressionDensity density(9, 3);
  for (const double alpha : {1.0, 2.0}) {
    FullRankFamily family(3);
    DensityObjective objective(density, family,
                               AffineMap::whitening(density.mean(), density.covariance()));
    const auto result = train_fixed_draws(objective, Vector::Constant(family.parameters(), 0.1),
                                          {.alpha = Alpha(alpha), .draws = 300});
    EXPECT_TRUE(result.settled) << alpha;
    EXPECT_GE(result.stages.back().bound, density.log_evidence() - 1e-6)
        << "no worse than the posterior, whose bound is the evidence whatever the draws";
    family.set(result.parameters);
    EXPECT_LT(family.mean().cwiseAbs().maxCoeff(), 0.3) << alpha;
    EXPECT_LT((family.sd().array() - 1.0).abs().maxCoeff(), 0.3) << alpha;
  }
}

TEST(FixedDraws, RefuseOrdersThatHaveNoMaximum) {
  const RegressionDensity density(9, 3);
  FullRankFamily family(3);
  DensityObjective objective(density, family, AffineMap::identity(3));
  for (const char* alpha : {"-inf", "0", "0.5", "inf"})
    EXPECT_THROW(train_fixed_draws(objective, Vector::Zero(family.parameters()),
                                   {.alpha = Alpha::parse(alpha), .draws = 10}),
                 UsageError);
}

TEST(FixedDraws, ADensityWithoutEndHasNotSettled) {
  const testing::FunctionDensity density(1, [](const Vector& x, Vector& gradient) {
    gradient(0) = 1.0;
    return x(0);
  });
  FullRankFamily family(1);
  DensityObjective objective(density, family, AffineMap::identity(1));
  EXPECT_FALSE(train_fixed_draws(objective, Vector::Zero(2), {.draws = 10}).settled);
}

}  // namespace
}  // namespace renyi::fixed_draws_test
