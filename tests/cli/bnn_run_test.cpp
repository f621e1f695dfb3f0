#include "cli/bnn_run.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::bnn_run_test {
namespace {

using testing::TemporaryFolder;

BnnFlags small_flags(const std::string& data) {
  BnnFlags flags;
  flags.table.data = data;
  flags.encoding.target = "rent";
  flags.hidden = {5};
  flags.draws = 4;
  flags.epochs = 3;
  return flags;
}

BnnRun run_of(BnnFlags flags, std::uint64_t seed = 1) {
  const TableInput input = read_to_learn(flags.table, flags.encoding);
  return {flags, input, seed};
}

const std::string flats = RENYI_SOURCE_DIR "/examples/flats.csv";

TEST(BnnRun, PartsTheRowsAsTheFlagsSay) {
  EXPECT_EQ(run_of(small_flags(flats)).rows(), 120);
  BnnFlags flags = small_flags(flats);
  flags.validate_share = 0.25;
  const BnnRun run = run_of(flags);
  EXPECT_EQ(run.rows(), 90);
  EXPECT_EQ(run.validated(), 30);
}

TEST(BnnRun, TrainsTheSameForTheSameSeed) {
  const auto weights = [](std::uint64_t seed) {
    const BnnRun run = run_of(small_flags(flats), seed);
    TrainState state;
    const BnnFit fit = run.train(state, {}, nullptr);
    EXPECT_EQ(run.model(fit.posterior).save().tensors.at("weights.mean"),
              run.model_at(state.result()).save().tensors.at("weights.mean"));
    return Vector(state.result());
  };
  EXPECT_EQ(weights(1), weights(1));
  EXPECT_NE(weights(1), weights(2));
}

TEST(BnnRun, CalibratesWhereThatIsAskedFor) {
  BnnFlags flags = small_flags(flats);
  flags.conformal = 0.5;
  const BnnRun run = run_of(flags);
  TrainState state;
  EXPECT_TRUE(run.model(run.train(state, {}, nullptr).posterior).conformal().has_value());
  EXPECT_FALSE(run.model_at(state.result()).conformal().has_value());
}

TEST(BnnRun, IsAnotherRunWithOtherOptionsOrData) {
  BnnFlags flags = small_flags(flats);
  const CheckpointIdentity usual = run_of(flags).identity();
  flags.draws = 5;
  EXPECT_NE(run_of(flags).identity().options, usual.options);
  EXPECT_EQ(run_of(flags).identity().data, usual.data);
  EXPECT_NE(run_of(small_flags(RENYI_SOURCE_DIR "/examples/flats_test.csv")).identity().data,
            usual.data);
}

// The rows, their order, the fit and its intervals: all but where the table is.
TEST(BnnRun, IsTheSameOfATableThatStaysOnDisk) {
  const TemporaryFolder folder;
  for (const char* target : {"rent", "district"}) {
    BnnFlags flags = small_flags(flats);
    flags.encoding.target = target;
    flags.validate_share = 0.2;
    if (std::string(target) == "rent") flags.conformal = 0.5;
    const BnnRun loaded = run_of(flags);
    const TableFile table = open_to_learn(flags.table, flags.encoding, folder.path("cache"));
    const BnnRun streamed(flags, table, 1);
    EXPECT_EQ(streamed.rows(), loaded.rows());
    EXPECT_EQ(streamed.validated(), loaded.validated());
    EXPECT_EQ(streamed.identity().data, loaded.identity().data);
    EXPECT_EQ(streamed.identity().options, loaded.identity().options);
    TrainState one, other;
    const BnnFit fit = streamed.train(one, {}, nullptr);
    const BnnFit expected = loaded.train(other, {}, nullptr);
    EXPECT_EQ(one.result(), other.result());
    EXPECT_EQ(fit.training.best_score, expected.training.best_score);
    const TensorFile saved = streamed.model(fit.posterior).save();
    EXPECT_EQ(saved.metadata, loaded.model(expected.posterior).save().metadata);
    EXPECT_EQ(saved.tensors, loaded.model(expected.posterior).save().tensors);
  }
}

TEST(BnnRun, OnDiskRefusesTheSame) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& text, bool streams) -> std::string {
    const BnnFlags flags = small_flags(folder.file("t", text));
    try {
      if (!streams) run_of(flags);
      if (streams)
        BnnRun(flags, open_to_learn(flags.table, flags.encoding, folder.path("cache")), 1);
    } catch (const DataError& error) {
      return error.what();
    }
    return "";
  };
  for (const char* text : {"rent,x\n1,1\n", "rent,x\n1,1\n1,2\n1,3\n", "rent,x\n1,1\n2,\n3,3\n",
                           "rent,x\n1,1\n,2\n3,3\n"}) {
    EXPECT_NE(refusal(text, true), "");
    EXPECT_EQ(refusal(text, true), refusal(text, false));
  }
}

TEST(BnnRun, RefusesWhatCannotBeLearned) {
  const TemporaryFolder folder;
  EXPECT_THROW(run_of(small_flags(folder.file("a", "rent,x\n1,1\n"))), DataError);
  EXPECT_THROW(run_of(small_flags(folder.file("b", "rent,x\n1,1\n1,2\n1,3\n"))), DataError);
  BnnFlags flags = small_flags(flats);
  flags.encoding.target = "district";
  flags.conformal = 0.9;
  EXPECT_THROW(run_of(flags), UsageError);
}

}  // namespace
}  // namespace renyi::cli::bnn_run_test
