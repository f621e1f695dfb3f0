#include "renyi/inference/checkpoint_identity.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "renyi/core/version.hpp"

namespace renyi::checkpoint_identity_test {
namespace {

TrainOptions options() { return {.alpha = Alpha(0.5), .draws = 5, .epochs = 4, .seed = 3}; }

CheckpointIdentity identity(const TrainOptions& train = options()) {
  return checkpoint_identity("bnn", train, {{"hidden", "50,20"}}, "fnv1a64:0123456789abcdef");
}

// The refusal of a file of one run where another is expected; none where it may go on.
std::string refusal(const CheckpointIdentity& saved, const CheckpointIdentity& expected,
                    std::int64_t done = 2) {
  TensorFile file;
  save_identity(saved, file);
  try {
    require_identity(expected, done, file, "run");
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckpointIdentity, HoldsEveryOptionOfTrainingButItsLength) {
  const auto texts = identity().options;
  EXPECT_EQ(texts.at("alpha"), "0.5");
  EXPECT_EQ(texts.at("schedule"), "constant");
  EXPECT_EQ(texts.at("estimator"), "reparameterised");
  EXPECT_EQ(texts.at("beta1"), "0.9");
  EXPECT_EQ(texts.at("seed"), "3");
  EXPECT_EQ(texts.at("hidden"), "50,20");
  EXPECT_FALSE(texts.contains("epochs"));
  EXPECT_EQ(identity().epochs, 4);
}

TEST(CheckpointIdentity, KnowsItselfAndSaysWhoWroteIt) {
  EXPECT_EQ(refusal(identity(), identity()), "");
  TensorFile file;
  save_identity(identity(), file);
  EXPECT_EQ(file.metadata.at("renyi"), version);
  EXPECT_EQ(file.metadata.at("kind"), "checkpoint");
}

TEST(CheckpointIdentity, NamesTheOptionsThatDiffer) {
  TrainOptions other = options();
  other.draws = 7;
  other.alpha = Alpha::vr_max();
  EXPECT_EQ(refusal(identity(), identity(other)),
            "run: expected a run with alpha '-inf', draws '7', found one with alpha '0.5', draws "
            "'5'");
  CheckpointIdentity less = identity();
  less.options.erase("hidden");
  EXPECT_EQ(refusal(identity(), less),
            "run: expected a run with no hidden, found one with hidden '50,20'");
}

TEST(CheckpointIdentity, RefusesAnotherKindAndOtherData) {
  CheckpointIdentity other = identity();
  other.kind = "vae";
  EXPECT_EQ(refusal(identity(), other), "run: expected a checkpoint of kind 'vae', found 'bnn'");
  other = identity();
  other.data = "fnv1a64:ff";
  EXPECT_EQ(refusal(identity(), other),
            "run: expected a checkpoint of data 'fnv1a64:ff', found 'fnv1a64:0123456789abcdef'");
  EXPECT_NE(refusal({}, identity()), "");
  EXPECT_THROW(require_identity(identity(), 0, {}, "run"), DataError) << "no checkpoint at all";
}

TEST(CheckpointIdentity, MayGrowWhereTheStepsSoFarDoNotDependOnTheLength) {
  for (const Schedule& schedule :
       {Schedule(ConstantRate{}), Schedule(StepDecay{}), Schedule(growing_stages(2, 3, 0.1))}) {
    TrainOptions shorter = options();
    shorter.schedule = schedule;
    TrainOptions longer = shorter;
    longer.epochs = 9;
    EXPECT_EQ(refusal(identity(shorter), identity(longer)), "");
    EXPECT_EQ(refusal(identity(longer), identity(shorter)), "") << "while no more are done";
    EXPECT_EQ(refusal(identity(longer), identity(shorter), 7),
              "run: expected at most 4 finished epochs, found 7");
  }
  TrainOptions averaged = options();
  averaged.averaging = 0.5;
  TrainOptions cosine = options(), exponential = options();
  cosine.schedule = CosineDecay{};
  exponential.schedule = ExponentialDecay{};
  for (const TrainOptions& shorter : {averaged, cosine, exponential}) {
    TrainOptions longer = shorter;
    longer.epochs = 9;
    const std::string reason = refusal(identity(shorter), identity(longer));
    EXPECT_TRUE(reason.starts_with("run: expected a run of 9 epochs, since ")) << reason;
    EXPECT_EQ(refusal(identity(shorter), identity(shorter)), "");
  }
  EXPECT_NE(identity(cosine).length_matters.find("cosine"), std::string::npos);
}

}  // namespace
}  // namespace renyi::checkpoint_identity_test
