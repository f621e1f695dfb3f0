#include "renyi/inference/bound_weigher.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/parallel.hpp"
#include "tests/support/generators.hpp"

namespace renyi::bound_weigher_test {
namespace {

// As one matrix, however many blocks they come in; the last block first.
GradientCoefficients weigh_all(BoundWeigher& weigher, const Matrix& log_weights, Index block_size,
                               ThreadPool* pool = nullptr) {
  const Partition blocks(log_weights.cols(), block_size);
  weigher.begin(log_weights.cols(), blocks.shards());
  const Matrix zero = Matrix::Zero(log_weights.rows(), log_weights.cols());
  GradientCoefficients all{zero, zero, zero};
  const auto block = [&](std::int64_t b) {
    const Index begin = blocks.begin(b), size = blocks.size(b);
    const GradientCoefficients& part = weigher.weigh(b, begin, log_weights.middleCols(begin, size));
    all.model.middleCols(begin, size) = part.model;
    all.path.middleCols(begin, size) = part.path;
    all.score.middleCols(begin, size) = part.score;
  };
  if (pool != nullptr)
    pool->for_each(blocks.shards(), block);
  else
    for (std::int64_t b = blocks.shards() - 1; b >= 0; --b) block(b);
  return all;
}

RC_GTEST_PROP(BoundWeigher, GivesTheSameBitsForAnyBlocks, ()) {
  const Matrix log_weights = testing::any_log_weights(1, 8, *rc::gen::inRange<Index>(1, 12));
  const TrainOptions options{
      .alpha = testing::any_finite_alpha(),
      .estimator = *rc::gen::element(Estimator::reparameterised, Estimator::doubly_reparameterised),
      .backward = *rc::gen::element(Backward::all, Backward::one)};
  ThreadPool pool(2);
  BoundWeigher weigher;
  weigher.start_step(options, 3, true);
  const GradientCoefficients whole = weigh_all(weigher, log_weights, log_weights.cols());
  const double sum = weigher.sum_of_bounds(), effective = weigher.effective_draws();
  const Bound bound = renyi_bound(options.alpha, log_weights);
  RC_ASSERT(sum == bound.values.sum());
  RC_ASSERT(effective >= 1.0 - 1e-9);
  RC_ASSERT(effective <= static_cast<double>(log_weights.rows()) + 1e-9);
  const auto block_size = *rc::gen::inRange<Index>(1, 12);
  for (ThreadPool* on : {static_cast<ThreadPool*>(nullptr), &pool}) {
    weigher.start_step(options, 3, *rc::gen::arbitrary<bool>());
    const GradientCoefficients blocks = weigh_all(weigher, log_weights, block_size, on);
    RC_ASSERT(blocks.model == whole.model);
    RC_ASSERT(blocks.path == whole.path);
    RC_ASSERT(blocks.score == whole.score);
    RC_ASSERT(weigher.sum_of_bounds() == sum);
    RC_ASSERT(weigher.effective_draws() == effective);
  }
}

std::string message_of(const TrainOptions& options, const Matrix& log_weights, ThreadPool* pool) {
  BoundWeigher weigher;
  weigher.start_step(options, 0, true);
  try {
    weigh_all(weigher, log_weights, 2, pool);
  } catch (const NumericalError& error) {
    return error.what();
  }
  return "";
}

TEST(BoundWeigher, CountsBoundsOverTheWholeMinibatchAlsoInErrorsOfOtherThreads) {
  ThreadPool pool(2);
  for (ThreadPool* on : {static_cast<ThreadPool*>(nullptr), &pool}) {
    Matrix log_weights = Matrix::Zero(3, 7);
    log_weights(1, 4) = -infinity;
    EXPECT_EQ(message_of({.alpha = Alpha(0.5)}, log_weights, on), "");
    EXPECT_EQ(message_of({.alpha = Alpha::vi()}, log_weights, on),
              "bound 5: expected a number, found -inf");
    log_weights(2, 5) = std::nan("");
    EXPECT_EQ(message_of({.alpha = Alpha(0.5)}, log_weights, on),
              "log-weight of draw 3 in column 6: expected a number or -inf, found nan");
  }
}

TEST(BoundWeigher, HasNoSumWhereABlockIsMissing) {
  BoundWeigher weigher;
  weigher.start_step({}, 0, true);
  weigh_all(weigher, Matrix::Zero(2, 4), 2);
  EXPECT_EQ(weigher.sum_of_bounds(), 0.0);
  weigher.begin(4, 2);
  weigher.weigh(1, 2, Matrix::Zero(2, 2));
  EXPECT_TRUE(std::isnan(weigher.sum_of_bounds()));
}

}  // namespace
}  // namespace renyi::bound_weigher_test
