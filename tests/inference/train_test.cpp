#include "renyi/inference/train.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/inference/allocations.hpp"
#include "tests/inference/zoo.hpp"
#include "tests/support/sanitized.hpp"

namespace renyi::train_test {
namespace {

using testing::LatentShift;

const Vector start = (Vector(4) << 0.9, -0.8, 0.1, -0.2).finished();

// Rows in batches of 32, 32 and 6.
LatentShift latent_shift() { return LatentShift(testing::some_data(70)); }

TrainOptions quick() {
  return {.alpha = Alpha(0.5), .draws = 5, .epochs = 4, .learning_rate = 0.05};
}

TEST(Train, OfOneDrawIsTheSameForEveryOrder) {
  LatentShift shift = latent_shift();
  TrainOptions options = quick();
  options.draws = 1;
  const Vector first = train(shift, start, options).parameters;
  for (const char* alpha : {"-inf", "-1", "0", "1", "2", "inf"}) {
    options.alpha = Alpha::parse(alpha);
    EXPECT_EQ(train(shift, start, options).parameters, first) << alpha;
  }
}

TEST(Train, OfVrMaxIsTheSameByAllDrawsAndByTheLargest) {
  LatentShift shift = latent_shift();
  TrainOptions options = quick();
  options.alpha = Alpha::vr_max();
  const Vector all = train(shift, start, options).parameters;
  options.backward = Backward::one;
  EXPECT_EQ(train(shift, start, options).parameters, all);
}

TEST(Train, IsAFunctionOfTheSeed) {
  LatentShift shift = latent_shift();
  TrainOptions options = quick();
  for (const auto backward : {Backward::all, Backward::one}) {
    options.seed = 1;
    options.backward = backward;
    const Vector first = train(shift, start, options).parameters;
    EXPECT_EQ(train(shift, start, options).parameters, first);
    options.seed = 2;
    EXPECT_NE(train(shift, start, options).parameters, first);
  }
}

void expect_equal(const Fit& left, const Fit& right) {
  EXPECT_EQ(left.parameters, right.parameters);
  EXPECT_EQ(left.steps, right.steps);
  EXPECT_EQ(left.best_epoch, right.best_epoch);
  ASSERT_EQ(left.history.size(), right.history.size());
  for (std::size_t i = 0; i < left.history.size(); ++i) {
    EXPECT_EQ(left.history[i].bound, right.history[i].bound);
    EXPECT_EQ(left.history[i].standard_error, right.history[i].standard_error);
    EXPECT_EQ(left.history[i].effective_draws, right.history[i].effective_draws);
    EXPECT_EQ(left.history[i].validation_score, right.history[i].validation_score);
  }
}

TEST(Train, GoesOnFromAnyStepAsIfNothingHadHappened) {
  TrainOptions options = quick();
  options.averaging = 0.6;
  options.schedule = CosineDecay{};
  const ValidationScore score = [](const Vector& parameters) {
    return -std::abs(parameters(1) - 0.5);
  };
  for (const auto backward : {Backward::all, Backward::one}) {
    options.backward = backward;
    LatentShift whole = latent_shift();
    const Fit uninterrupted = train(whole, start, options, {.score = score});
    ASSERT_EQ(uninterrupted.steps, 12);
    for (std::int64_t stop = 1; stop < 12; ++stop) {
      const Observer interrupt = [stop](const Progress& progress) {
        return progress.step == stop ? Decision::stop : Decision::go_on;
      };
      TrainState saved = start_at(start);
      LatentShift before = latent_shift();
      const Fit part = train(before, saved, options, {.observers = {interrupt}, .score = score});
      EXPECT_EQ(part.ending, Ending::observer);
      EXPECT_EQ(part.steps, stop);
      TrainState restored = saved;
      LatentShift after = latent_shift();
      expect_equal(train(after, restored, options, {.score = score}), uninterrupted);
    }
  }
}

TEST(Train, DoesNothingOnceARunHasFinished) {
  LatentShift shift = latent_shift();
  TrainState state = start_at(start);
  const Fit first = train(shift, state, quick());
  const Fit again = train(shift, state, quick());
  EXPECT_EQ(again.ending, Ending::finished);
  expect_equal(first, again);
}

TEST(Train, AveragesTheIteratesOfTheLastPart) {
  LatentShift shift = latent_shift();
  TrainOptions options = quick();
  options.averaging = 0.5;
  TrainState state = start_at(start);
  Matrix iterates(4, 12);
  const Observer record = [&](const Progress& progress) {
    iterates.col(progress.step - 1) = state.parameters;
    return Decision::go_on;
  };
  const Fit fit = train(shift, state, options, {.observers = {record}});
  EXPECT_EQ(state.averaged, 6);
  // Those from which the last six steps went: after steps 6 to 11.
  const Vector expected = iterates.middleCols(5, 6).rowwise().mean();
  EXPECT_LT((fit.parameters - expected).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_NE(fit.parameters, state.parameters);
}

TEST(Train, TellsObserversWhereItStands) {
  LatentShift shift = latent_shift();
  std::vector<Progress> seen;
  const Observer record = [&](const Progress& progress) {
    seen.push_back(progress);
    return Decision::go_on;
  };
  const Fit fit = train(shift, start, quick(),
                        {.observers = {record}, .score = [](const Vector&) { return 1.0; }});
  ASSERT_EQ(seen.size(), 12U);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Progress& progress = seen[i];
    EXPECT_EQ(progress.step, static_cast<std::int64_t>(i) + 1);
    EXPECT_EQ(progress.steps, 12);
    EXPECT_EQ(progress.epoch, static_cast<std::int64_t>(i) / 3 + 1);
    EXPECT_EQ(progress.epochs, 4);
    EXPECT_EQ(progress.epoch_ended, i % 3 == 2);
    EXPECT_EQ(progress.standard_error.has_value(), i % 3 != 0);
    EXPECT_EQ(progress.validation_score.has_value(), i >= 2);
    EXPECT_GE(progress.effective_draws, 1.0);
    EXPECT_LE(progress.effective_draws, 5.0);
    EXPECT_GE(progress.seconds_left, 0.0);
  }
  EXPECT_EQ(seen.back().bound, fit.history.back().bound);
  EXPECT_EQ(seen.back().seconds_left, 0.0);
}

TEST(Train, ReturnsTheBestByValidationAndStopsWhenPatienceIsOver) {
  LatentShift shift = latent_shift();
  TrainOptions options = quick();
  options.epochs = 50;
  options.patience = 3;
  std::vector<Vector> scored;
  const ValidationScore peak_at_fifth = [&](const Vector& parameters) {
    scored.push_back(parameters);
    const auto epoch = static_cast<double>(scored.size());
    return epoch == 2.0 ? std::nan("") : -std::abs(epoch - 5.0);
  };
  TrainState state = start_at(start);
  const Fit fit = train(shift, state, options, {.score = peak_at_fifth});
  EXPECT_EQ(fit.ending, Ending::patience);
  EXPECT_EQ(fit.history.size(), 8U);
  EXPECT_EQ(fit.best_epoch, 5);
  EXPECT_EQ(fit.best_score, 0.0);
  EXPECT_EQ(fit.parameters, scored[4]);
  EXPECT_EQ(train(shift, state, options, {.score = peak_at_fifth}).ending, Ending::patience)
      << "also when resumed";
  EXPECT_EQ(scored.size(), 8U);
  EXPECT_THROW(train(shift, start, options), UsageError) << "patience without a score";
}

TEST(Train, ClampsABatchThatIsLargerThanTheData) {
  LatentShift shift = latent_shift();
  TrainOptions options = quick();
  options.batch = 70;
  const Vector all = train(shift, start, options).parameters;
  options.batch = 1'000'000'000;
  const Fit fit = train(shift, start, options);
  EXPECT_EQ(fit.parameters, all);
  EXPECT_EQ(fit.steps, 4);
}

TEST(Train, AllocatesNothingAfterTheFirstEpoch) {
  if (testing::is_sanitized()) GTEST_SKIP() << "sanitizers allocate in their own way";
  for (const auto backward : {Backward::all, Backward::one}) {
    LatentShift shift = latent_shift();
    TrainOptions options = quick();
    options.epochs = 20;
    options.backward = backward;
    options.averaging = 0.9;
    options.clip = 1.0;
    std::vector<std::int64_t> counts(60);
    const Observer count = [&](const Progress& progress) {
      counts[static_cast<std::size_t>(progress.step - 1)] = testing::allocations();
      return Decision::go_on;
    };
    const std::int64_t before = testing::allocations();
    train(shift, start, options, {.observers = {count}});
    EXPECT_GT(counts[0], before) << "counting works";
    EXPECT_EQ(counts[1], counts[0]) << "full batches";
    EXPECT_EQ(counts[59], counts[2]) << "full and short ones";
  }
}

TEST(Train, GivesTheSameBitsForAnyBlocksAndNumberOfThreads) {
  const Vector data = testing::some_data(20'000);  // more parameters than a chunk has
  ThreadPool pool(2);
  for (const auto backward : {Backward::all, Backward::one}) {
    TrainOptions options = quick();
    options.batch = 7'000;
    options.backward = backward;
    options.averaging = 0.5;
    options.clip = 10.0;
    testing::OwnParameters<float> whole(data), blocks(data, 0.5, 64), shared(data, 0.5, 64, &pool);
    const VectorF from = VectorF::Zero(data.size());
    const BasicFit<float> expected = train(whole, from, options);
    const BasicFit<float> fits[] = {train(blocks, from, options),
                                    train(whole, from, options, {.pool = &pool}),
                                    train(shared, from, options, {.pool = &pool})};
    for (const BasicFit<float>& fit : fits) {
      EXPECT_EQ(fit.parameters, expected.parameters);
      EXPECT_EQ(fit.history.back().bound, expected.history.back().bound);
      EXPECT_EQ(fit.history.back().effective_draws, expected.history.back().effective_draws);
    }
  }
}

TEST(Train, OfSinglePrecisionGoesTheWayOfDouble) {
  const Vector data = testing::some_data(40);
  TrainOptions options = quick();
  options.epochs = 200;
  options.schedule = CosineDecay{};
  testing::OwnParameters<float> single(data);
  testing::OwnParameters<double> twice(data);
  const auto few = train(single, VectorF::Zero(40), options);
  const auto many = train(twice, Vector::Zero(40), options);
  EXPECT_LT((few.parameters.cast<double>() - many.parameters).cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_GT((few.parameters.cast<double>() - many.parameters).cwiseAbs().maxCoeff(), 0.0);
  EXPECT_NEAR(few.history.back().bound, many.history.back().bound, 1e-4);
}

TEST(Train, IsTheSameWithoutAHistory) {
  LatentShift shift = latent_shift();
  TrainState with = start_at(start), without = with;
  train(shift, with, quick());
  const Fit fit = train(shift, without, quick(), {.keeps_history = false});
  EXPECT_EQ(fit.parameters, with.parameters);
  EXPECT_EQ(fit.steps, with.step);
  EXPECT_TRUE(fit.history.empty());
  EXPECT_THROW(train(shift, start, quick(),
                     {.score = [](const Vector&) { return 0.0; }, .keeps_history = false}),
               UsageError);
}

TEST(Train, RefusesAStateOfAnotherObjective) {
  LatentShift shift = latent_shift();
  EXPECT_THROW(train(shift, Vector::Zero(3), quick()), UsageError);
  TrainState state = start_at(start);
  train(shift, state, quick());
  TrainOptions options = quick();
  options.batch = 10;
  EXPECT_THROW(train(shift, state, options), UsageError) << "another number of steps an epoch";
  options.epochs = std::int64_t{1} << 32;
  EXPECT_THROW(train(shift, start, options), UsageError) << "more steps than a stream has";
}

}  // namespace
}  // namespace renyi::train_test
