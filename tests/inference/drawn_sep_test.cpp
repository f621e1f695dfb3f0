#include "renyi/inference/drawn_sep.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <numeric>

#include "renyi/core/error.hpp"
#include "renyi/inference/sep_exchange.hpp"
#include "renyi/inference/stochastic_ep.hpp"
#include "renyi/models/linear_regression.hpp"
#include "tests/core/thread_communicator.hpp"
#include "tests/inference/allocations.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::drawn_sep_test {
namespace {

using testing::random_problem;

// Tilted distributions that are known without draws: those of Gaussian noise.
class ExactSep final : public DrawnSep {
 public:
  ExactSep(const GlmProblem& problem, const SepOptions& options, Index batch)
      : DrawnSep(problem, options, batch) {}

 private:
  NaturalGaussian q_of_draws() {
    NaturalGaussian natural = NaturalGaussian::of_moments(q().mean(), q().covariance());
    natural.precision += Matrix::Constant(2, 2, bias_);  // is to cancel
    return natural;
  }
  bool prepare(std::uint32_t /*step*/, NaturalGaussian& plain) override {
    bias_ = 0.3;
    plain = q_of_draws();
    return true;
  }
  bool tilt(Index first, Index count, NaturalGaussian& tilted) override {
    tilted = q_of_draws();
    tilted.add(-options().beta, site());
    for (Index j = first; j < first + count; ++j) {
      const Vector x = features().col(j);
      const double power = options().beta * likelihood(j).precision() / static_cast<double>(count);
      tilted.precision += power * x * x.transpose();
      tilted.shift += power * likelihood(j).target() * x;
    }
    return true;
  }
  double bias_ = 0.0;
};

TEST(DrawnSep, MakesASiteOfDifferencesFromQ) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 0.5}, 6, Vector{{0.3, 1.0}}, 1);
  const Matrix precision =
      Matrix::Identity(2, 2) + 4.0 * problem.design * problem.design.transpose();
  for (const auto grouping : {SepGrouping::rows, SepGrouping::geometric})
    for (const double beta : {0.5, 1.0, 6.0}) {
      ExactSep sep(problem, {.beta = beta, .grouping = grouping, .draws = 10}, 6);
      ASSERT_TRUE(sep.step(std::vector<Index>{3, 1, 0, 2, 5, 4}, 1.0));
      EXPECT_TRUE(sep.covariance().isApprox(precision.inverse(), 1e-10)) << beta;
      EXPECT_TRUE(
          sep.mean().isApprox(precision.inverse() * 4.0 * problem.design * problem.targets, 1e-10))
          << beta;
    }
}

// One site a process, all of them exact: so is their product, and its draws have equal weights.
TEST(DrawnSep, ProcessesThatShareRowsHaveTheAnswerOfAll) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 0.5}, 7, Vector{{0.3, 1.0}}, 1);
  const LinearRegression linear(problem.design.transpose(), problem.targets);
  const LinearPosterior exact = linear.posterior(0.5);
  for (const int processes : {1, 2, 3})
    testing::as_processes(processes, [&](Communicator& others) {
      const Share mine = share_of(problem.rows(), others.rank(), processes);
      const GlmProblem part = problem.part(mine.begin, mine.end);
      std::vector<Index> rows(static_cast<std::size_t>(part.rows()));
      std::iota(rows.begin(), rows.end(), 0);
      ExactSep sep(part, {.draws = 10}, part.rows());
      SepExchange exchange(sep, others);
      for (int pass = 0; pass < 2; ++pass) {
        ASSERT_TRUE(sep.step(rows, 1.0));
        exchange.combine();
      }
      EXPECT_TRUE(sep.mean().isApprox(exact.mean, 1e-10));
      EXPECT_TRUE(sep.covariance().isApprox(exact.covariance, 1e-10));
      EXPECT_NEAR(sep.log_evidence(&others), linear.log_evidence(0.5).value, 1e-9);
    });
}

TEST(DrawnSep, AverageWeighsEveryRowAlike) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 0.5}, 3, Vector{{0.3, 1.0}}, 2);
  ExactSep sep(problem, {.draws = 10}, 2);
  sep.start_average();
  ASSERT_TRUE(sep.step(std::vector<Index>{0, 1}, 0.3));
  ASSERT_TRUE(sep.step(std::vector<Index>{2}, 0.01));
  sep.take_average();
  const Matrix precision =
      Matrix::Identity(2, 2) + 4.0 * problem.design * problem.design.transpose();
  EXPECT_TRUE(sep.covariance().isApprox(precision.inverse(), 1e-10));
}

TEST(DrawnSep, PassesAskForNoMemory) {
  for (const Index dimension : {3, 40})
    for (const auto moments : {SepMoments::importance, SepMoments::mcmc})
      for (const auto shape : {GaussianShape::full_rank, GaussianShape::mean_field})
        for (const auto grouping : {SepGrouping::rows, SepGrouping::geometric}) {
          const GlmProblem problem =
              random_problem({GlmFamily::logistic}, 18, Vector::Constant(dimension, 0.2), 6);
          StochasticEp sep(problem, {.shape = shape,
                                     .batch = 8,  // and a last one of 2
                                     .moments = moments,
                                     .grouping = grouping,
                                     .draws = 600});
          sep.method().start_average();
          sep.pass(0);
          const auto before = testing::allocations();
          sep.pass(1);
          EXPECT_EQ(testing::allocations(), before)
              << dimension << ' ' << to_string(moments) << ' ' << to_string(shape) << ' '
              << to_string(grouping);
        }
}

TEST(DrawnSep, NeedsDrawsForACovariance) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian}, 5, Vector{{0.3, 1.0}}, 3);
  EXPECT_THROW(ExactSep(problem, {.draws = 5}, 1), UsageError);
  EXPECT_NO_THROW(ExactSep(problem, {.draws = 6}, 1));
}

}  // namespace
}  // namespace renyi::drawn_sep_test
