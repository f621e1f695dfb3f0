#include "cli/vae_flags.hpp"

#include <gtest/gtest.h>

#include "cli/image_input.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli::vae_flags_test {
namespace {

std::string refusal(const VaeFlags& flags) {
  try {
    flags.validate();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

ImageSet images_of(float value) { return {.pixels = MatrixF::Constant(2, 4, value)}; }

TEST(VaeFlags, AutoIsThePreset) {
  const VaeOptions mine = VaeFlags{.preset = VaePreset::omniglot, .layers = 2}.options({}, {}, 7);
  const VaeOptions preset = vae_preset(VaePreset::omniglot, 2);
  EXPECT_EQ(mine.architecture, preset.architecture);
  EXPECT_EQ(mine.train.schedule, preset.train.schedule);
  EXPECT_EQ(mine.train.adam, preset.train.adam);
  EXPECT_EQ(mine.train.batch, preset.train.batch);
  EXPECT_TRUE(mine.treatment.binarise);
  EXPECT_EQ(mine.train.seed, 7U);
  EXPECT_EQ((VaeFlags{.preset = VaePreset::frey}.options({}, {}, 1).likelihood.model),
            PixelModel::gaussian);
}

TEST(VaeFlags, WhatIsGivenGoesBeforeThePreset) {
  const VaeOptions mine = VaeFlags{.preset = VaePreset::mnist,
                                   .architecture = parse_architecture("s3"),
                                   .activation = Activation::relu,
                                   .binarise = false,
                                   .alpha = Alpha(0.5),
                                   .draws = 7,
                                   .batch = 3,
                                   .epochs = 2}
                              .options(images_of(0.5F), {.has_greys = true}, 1);
  EXPECT_EQ(to_string(mine.architecture), "s3");
  EXPECT_EQ(mine.activation, Activation::relu);
  EXPECT_FALSE(mine.treatment.binarise);
  EXPECT_EQ(mine.train.alpha, Alpha(0.5));
  EXPECT_EQ(mine.train.draws, 7);
  EXPECT_EQ(mine.train.batch, 3);
  EXPECT_EQ(mine.train.epoch_count(), 2);
}

TEST(VaeFlags, GreysAreBinarisedForABernoulliAlone) {
  const auto binarises = [](const VaeFlags& flags, float value) {
    return flags.options(images_of(value), facts_of(images_of(value).pixels), 1).treatment.binarise;
  };
  EXPECT_TRUE(binarises({}, 0.5F));
  EXPECT_FALSE(binarises({}, 1.0F));
  EXPECT_FALSE(binarises({}, 0.0F));
  EXPECT_FALSE(binarises({.binarise = false}, 0.5F));
  EXPECT_FALSE(binarises({.likelihood = PixelModel::gaussian}, 0.5F));
  EXPECT_FALSE(binarises({.preset = VaePreset::caltech}, 0.5F));
  EXPECT_FALSE(binarises({.preset = VaePreset::mnist, .likelihood = PixelModel::gaussian}, 0.5F));
}

TEST(VaeFlags, MeansAreLinearWherePixelsLeaveTheUnitInterval) {
  const auto mean = [](VaeFlags flags, float value) {
    flags.likelihood = PixelModel::gaussian;
    return flags.options(images_of(value), facts_of(images_of(value).pixels), 1).likelihood.mean;
  };
  EXPECT_EQ(mean({}, 1.0F), PixelMean::sigmoid);
  EXPECT_EQ(mean({}, 1.5F), PixelMean::linear);
  EXPECT_EQ(mean({}, -0.5F), PixelMean::linear);
  EXPECT_EQ(mean({.mean = PixelMean::sigmoid}, 1.5F), PixelMean::sigmoid);
  EXPECT_EQ(mean({.mean = PixelMean::linear}, 0.5F), PixelMean::linear);
}

TEST(VaeFlags, OneDrawIsPulledBackAtTheInfiniteOrders) {
  EXPECT_EQ(VaeFlags{.alpha = Alpha::vr_max()}.options({}, {}, 1).train.backward, Backward::one);
  EXPECT_EQ(VaeFlags{.alpha = Alpha::vr_min()}.options({}, {}, 1).train.backward, Backward::one);
  EXPECT_EQ(VaeFlags{}.options({}, {}, 1).train.backward, Backward::all);
  EXPECT_EQ((VaeFlags{.alpha = Alpha::vr_max(), .backward = Backward::all}
                 .options({}, {}, 1)
                 .train.backward),
            Backward::all);
}

TEST(VaeFlags, FilesAreReadAsThePresetSaysUnlessTold) {
  const ImageOptions caltech = VaeFlags{.preset = VaePreset::caltech}.image_options();
  EXPECT_TRUE(caltech.invert && caltech.transpose);
  const ImageOptions told =
      VaeFlags{.preset = VaePreset::caltech, .invert = false, .height = 2, .width = 3}
          .image_options();
  EXPECT_FALSE(told.invert);
  EXPECT_TRUE(told.transpose);
  EXPECT_EQ(told.height, 2);
}

TEST(VaeFlags, StagesBringTheirOwnEpochs) {
  const VaeFlags flags{.schedule = growing_stages(3, 3, 1e-3)};
  EXPECT_EQ(flags.options({}, {}, 1).train.epoch_count(), 13);
  EXPECT_EQ(VaeFlags{}.options({}, {}, 1).train.epoch_count(), 100);
}

TEST(VaeFlags, RefusalsNameTheFlag) {
  EXPECT_EQ(refusal({}), "no error");
  EXPECT_EQ(refusal({.epochs = 0}), "--epochs: expected at least 1, found 0");
  EXPECT_NE(
      refusal({.run = {.checkpoint = {.resume = true}}}).find("--resume: expected --model FILE"),
      std::string::npos);
  EXPECT_EQ(refusal({.preset = VaePreset::frey, .layers = 2}),
            "--layers: expected 1, as the preset frey has, found 2");
  EXPECT_EQ(refusal({.layers = 1, .architecture = parse_architecture("s1")}),
            "--layers: expected only one of --layers and --architecture, found both");
  EXPECT_EQ(refusal({.likelihood = PixelModel::gaussian, .binarise = true}),
            "--binarise: expected the likelihood bernoulli, found a Gaussian");
  EXPECT_EQ(refusal({.mean = PixelMean::linear}),
            "--mean: expected a Gaussian likelihood, found bernoulli");
  EXPECT_EQ(refusal({.likelihood = PixelModel::gaussian, .sd = 0.1}),
            "--sd: expected the likelihood gaussian-fixed-sd, found gaussian");
  EXPECT_EQ(refusal({.height = 3}), "--height, width: expected both or neither, found 3 and 0");
  EXPECT_EQ(refusal({.draws = 0}), "--draws: expected 1 to 2^24, found 0");
  EXPECT_EQ(refusal({.learning_rate = 0.1, .schedule = growing_stages(1, 3, 1e-3)}),
            "--learning-rate: expected a schedule without rates of its own, found stages:1x0.001; "
            "give --schedule");
  EXPECT_EQ(refusal({.validate_share = 1.0}),
            "--validate: expected a share from 0 to below 1, found 1");
  EXPECT_EQ(refusal({.validate_share = 0.5, .validate_images = "f"}),
            "--validate: expected only one of --validate and --validate-images, found both");
  EXPECT_EQ(refusal({.validate_draws = 0}), "--validate-draws: expected at least 1, found 0");
  EXPECT_EQ(refusal({.patience = 3}),
            "--patience: expected --validate SHARE or --validate-images FILE to go by, found none");
}

}  // namespace
}  // namespace renyi::cli::vae_flags_test
