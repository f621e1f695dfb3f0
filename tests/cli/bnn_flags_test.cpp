#include "cli/bnn_flags.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::cli::bnn_flags_test {
namespace {

std::string refusal(const BnnFlags& flags) {
  try {
    flags.validate();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(BnnFlags, EpochsFollowTheSizeOfTheTable) {
  const BnnFlags flags;
  EXPECT_EQ(flags.options(455, 1).train.epochs, 300);
  EXPECT_EQ(flags.options(32 * 200, 1).train.epochs, 75);
  EXPECT_EQ(flags.options(1'000'000, 1).train.epochs, 20);
  EXPECT_EQ(BnnFlags{.preset = BnnPreset::paper}.options(1'000'000, 1).train.epochs, 500);
  EXPECT_EQ(BnnFlags{.epochs = 7}.options(455, 1).train.epochs, 7);
  EXPECT_EQ(BnnFlags{.schedule = growing_stages(3, 3, 1e-3)}.options(455, 1).train.epoch_count(),
            13);
}

TEST(BnnFlags, BetaIsAnOrderForEveryRow) {
  const BnnOptions options = BnnFlags{.beta = 0.5}.options(100, 1);
  EXPECT_EQ(options.train.alpha.value(), 1.0 - 0.5 / 100.0);
  EXPECT_EQ(options.grouping, Grouping::row);
  EXPECT_EQ(BnnFlags{}.options(100, 1).train.alpha.value(), 0.5);
}

TEST(BnnFlags, ThePaperHasTheClosedFormAtAlphaOne) {
  const auto kl = [](BnnPreset preset, double alpha) {
    return BnnFlags{.preset = preset, .alpha = Alpha(alpha)}.options(10, 1).kl;
  };
  EXPECT_EQ(kl(BnnPreset::paper, 1.0), KlTerm::exact);
  EXPECT_EQ(kl(BnnPreset::paper, 0.5), KlTerm::sampled);
  EXPECT_EQ(kl(BnnPreset::standard, 1.0), KlTerm::sampled);
}

TEST(BnnFlags, ThePaperPresetHasItsSettings) {
  const BnnOptions paper = BnnFlags{.preset = BnnPreset::paper}.options(455, 1);
  const BnnOptions expected = BnnOptions::paper(Alpha(0.5));
  EXPECT_EQ(paper.train.draws, expected.train.draws);
  EXPECT_EQ(paper.train.learning_rate, expected.train.learning_rate);
  EXPECT_EQ(paper.train.schedule, expected.train.schedule);
  EXPECT_EQ(paper.train.epochs, expected.train.epochs);
  EXPECT_EQ(paper.grouping, expected.grouping);
  EXPECT_EQ(BnnFlags{}.options(455, 1).grouping, Grouping::row);
  EXPECT_EQ((BnnFlags{.preset = BnnPreset::paper, .draws = 7}.options(455, 1).train.draws), 7);
}

TEST(BnnFlags, RefusalsNameTheFlag) {
  EXPECT_EQ(refusal({}), "no error");
  EXPECT_EQ(refusal({.alpha = Alpha::vi(), .beta = 1.0}),
            "--beta: expected only one of --alpha and --beta, found both");
  EXPECT_EQ(refusal({.beta = 1.0, .grouping = Grouping::batch}),
            "--beta: expected --grouping row, found batch");
  EXPECT_EQ(refusal({.draws = 0}), "--draws: expected 1 to 2^24, found 0");
  EXPECT_EQ(refusal({.kl = KlTerm::exact}),
            "--kl: expected sampled unless alpha is 1, found exact at alpha = 0.5");
  EXPECT_EQ(refusal({.alpha = Alpha::vi(), .kl = KlTerm::exact}),
            "--kl: expected sampled where every row has its own bound, found exact");
  EXPECT_EQ(refusal({.validate_share = 1.0}),
            "--validate: expected a share from 0 to below 1, found 1");
  EXPECT_EQ(refusal({.patience = 3}), "--patience: expected --validate SHARE to go by, found none");
  EXPECT_EQ(refusal({.predictive_draws = 0}), "--predictive-draws: expected at least 1, found 0");
}

}  // namespace
}  // namespace renyi::cli::bnn_flags_test
