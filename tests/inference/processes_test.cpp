// Fits and scores that several processes share: the same bits as of one, and the same errors.
#include <gtest/gtest.h>

#include <limits>

#include "renyi/core/error.hpp"
#include "renyi/inference/fit_bnn.hpp"
#include "renyi/inference/fit_vae.hpp"
#include "renyi/inference/vae_scores.hpp"
#include "tests/core/thread_communicator.hpp"

namespace renyi::processes_test {
namespace {

using testing::as_processes;

MatrixF some_images(Index rows) {
  MatrixF images(rows, 9);
  fill_uniform({.seed = 3, .purpose = Purpose::data}, {}, images);
  return images;
}

VaeOptions vae_options(Alpha alpha, Estimator estimator, Backward backward) {
  VaeOptions options;
  options.architecture = parse_architecture("d5-s3-s2");
  options.treatment.binarise = true;
  options.train.alpha = alpha;
  options.train.estimator = estimator;
  options.train.backward = backward;
  options.train.draws = 4;
  options.train.batch = 60;  // three shards, and one of 10 images at an epoch's end
  options.train.epochs = 2;
  options.train.clip = 5.0;
  return options;
}

TEST(Processes, FitTheSameAutoEncoder) {
  const MatrixF images = some_images(130);
  for (const auto& [alpha, estimator, backward] :
       {std::tuple(Alpha::iwae(), Estimator::reparameterised, Backward::all),
        std::tuple(Alpha(0.5), Estimator::doubly_reparameterised, Backward::all),
        std::tuple(Alpha::vr_max(), Estimator::reparameterised, Backward::one)}) {
    const VaeOptions options = vae_options(alpha, estimator, backward);
    BasicTrainState<float> alone;
    const VaeFit expected = fit_vae(options, images, alone, nullptr, {});
    for (const int processes : {1, 2, 3, 5})
      as_processes(processes, [&](Communicator& all) {
        BasicTrainState<float> state;
        ThreadPool pool(2);
        const VaeFit fit =
            fit_vae(options, images, state, &pool, {.processes = {.communicator = &all}});
        EXPECT_EQ(fit.model.parameters, expected.model.parameters) << processes;
        EXPECT_EQ(fit.training.history.back().bound, expected.training.history.back().bound);
        EXPECT_EQ(fit.training.history.back().effective_draws,
                  expected.training.history.back().effective_draws);
      });
  }
}

TEST(Processes, FitAlmostTheSameAutoEncoderFast) {
  const MatrixF images = some_images(130);
  const VaeOptions options = vae_options(Alpha::iwae(), Estimator::reparameterised, Backward::all);
  BasicTrainState<float> alone;
  const VectorF expected = fit_vae(options, images, alone, nullptr, {}).model.parameters;
  as_processes(3, [&](Communicator& all) {
    BasicTrainState<float> state;
    const VaeFit fit = fit_vae(options, images, state, nullptr,
                               {.processes = {.communicator = &all, .fast_sums = true}});
    EXPECT_LE((fit.model.parameters - expected).norm(), 1e-4f * expected.norm());
  });
}

TEST(Processes, FitTheSameNetwork) {
  Matrix features(50, 3);
  fill_normal({.seed = 5, .purpose = Purpose::data}, {}, features);
  const Vector targets = features.col(0) - 0.5 * features.col(1);
  for (const Grouping grouping : {Grouping::batch, Grouping::row})
    for (const Estimator estimator : {Estimator::reparameterised, Estimator::stick_the_landing}) {
      BnnOptions options{.hidden = {5}, .grouping = grouping};
      options.train = {
          .alpha = Alpha(0.5), .draws = 11, .batch = 16, .epochs = 3, .estimator = estimator};
      TrainState alone;
      const BnnFit expected =
          fit_bnn(options, Likelihood::gaussian, features, targets, 1, alone, nullptr);
      for (const int processes : {2, 3, 7})
        as_processes(processes, [&](Communicator& all) {
          TrainState state;
          const BnnFit fit = fit_bnn(options, Likelihood::gaussian, features, targets, 1, state,
                                     nullptr, {.processes = {.communicator = &all}});
          EXPECT_EQ(fit.training.parameters, expected.training.parameters) << processes;
        });
    }
}

// Whose images they are is not for the others to know.
TEST(Processes, AllFailWhereOneDoes) {
  MatrixF images = some_images(60);
  images(50, 4) = std::numeric_limits<float>::quiet_NaN();
  VaeOptions options = vae_options(Alpha::iwae(), Estimator::reparameterised, Backward::all);
  options.treatment.binarise = false;
  const auto message = [&](Communicator* others) -> std::string {
    BasicTrainState<float> state;
    try {
      fit_vae(options, images, state, nullptr, {.processes = {.communicator = others}});
    } catch (const NumericalError& error) {
      return error.what();
    }
    return "none";
  };
  const std::string expected = message(nullptr);
  EXPECT_NE(expected, "none");
  as_processes(3, [&](Communicator& all) { EXPECT_EQ(message(&all), expected); });
}

TEST(Processes, StopWhereOneIsAskedTo) {
  const MatrixF images = some_images(130);
  const VaeOptions options = vae_options(Alpha::iwae(), Estimator::reparameterised, Backward::all);
  as_processes(3, [&](Communicator& all) {
    BasicTrainState<float> state;
    const Observer stops = [&](const Progress& progress) {
      return all.rank() == 1 && progress.step == 4 ? Decision::stop : Decision::go_on;
    };
    const VaeFit fit = fit_vae(options, images, state, nullptr,
                               {.observers = {stops}, .processes = {.communicator = &all}});
    EXPECT_EQ(fit.training.ending, Ending::observer);
    EXPECT_EQ(fit.training.steps, 4);
  });
}

TEST(Processes, ScoreTheirShareOfTheImages) {
  const MatrixF images = some_images(7);
  const VaeOptions options = vae_options(Alpha::iwae(), Estimator::reparameterised, Backward::all);
  BasicTrainState<float> state;
  const VaeModel model = fit_vae(options, images, state, nullptr, {}).model;
  const VaeScores expected = score_images(model, images, {.draws = 50});
  for (const int processes : {2, 3, 9})
    as_processes(processes, [&](Communicator& all) {
      const VaeScores scores = score_images(model, images, {.draws = 50}, nullptr, {}, &all);
      EXPECT_EQ(scores.log_likelihoods, expected.log_likelihoods);
      EXPECT_EQ(scores.effective_draws, expected.effective_draws);
      EXPECT_EQ(scores.pareto_k, expected.pareto_k);
    });
}

}  // namespace
}  // namespace renyi::processes_test
