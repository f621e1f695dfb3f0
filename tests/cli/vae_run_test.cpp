#include "cli/vae_run.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "renyi/core/error.hpp"
#include "tests/support/example_images.hpp"

namespace renyi::cli::vae_run_test {
namespace {

using testing::bars;
using testing::TemporaryFolder;

class VaeRunTest : public ::testing::Test {
 protected:
  VaeRunTest() {
    flags_.images = folder_.file("bars", bars(32));
    flags_.architecture = parse_architecture("d8-s2");
    flags_.epochs = 2;
    flags_.batch = 16;
    images_ = read_images(flags_.images);
  }

  TemporaryFolder folder_;
  VaeFlags flags_;
  ImageSet images_;
};

TEST_F(VaeRunTest, LearnsFromAllImagesUnlessSomeAreKeptApart) {
  const auto learned = [&](std::uint64_t seed) {
    const VaeRun run(flags_, images_, seed);
    std::vector<Index> all(static_cast<std::size_t>(run.learn().rows()));
    std::iota(all.begin(), all.end(), Index{0});
    MatrixF pixels(run.learn().rows(), run.learn().cols());
    run.learn().copy(all, pixels.data());
    return pixels;
  };
  EXPECT_EQ(learned(1), images_.pixels);
  flags_.validate_share = 0.25;
  const VaeRun run(flags_, images_, 1);
  EXPECT_EQ(run.learn().rows(), 24);
  EXPECT_EQ(run.validate().rows(), 8);
  EXPECT_NE(learned(1), learned(2));
}

TEST_F(VaeRunTest, TakesImagesToValidateByFromAnotherFile) {
  flags_.validate_images = folder_.file("others", bars(6));
  const VaeRun run(flags_, images_, 1);
  EXPECT_EQ(run.learn().rows(), 32);
  EXPECT_EQ(run.validate().rows(), 6);
  ASSERT_EQ(run.sources().size(), 2U);
  EXPECT_EQ(run.sources()[1].path, flags_.validate_images);
  flags_.validate_images = folder_.file("larger", bars(6, 255, 0, 5));
  EXPECT_THROW(VaeRun(flags_, images_, 1), DataError);
}

TEST_F(VaeRunTest, TrainsTheSameForTheSameSeedAndScoresEachEpoch) {
  flags_.validate_share = 0.25;
  const auto parameters = [&](std::uint64_t seed) {
    const VaeRun run(flags_, images_, seed);
    BasicTrainState<float> state;
    const VaeFit fit = run.train(state, {}, nullptr);
    EXPECT_EQ(fit.training.history.size(), 2U);
    EXPECT_TRUE(fit.training.history.back().validation_score.has_value());
    EXPECT_EQ(fit.model.save().tensors, run.model_at(state.result()).save().tensors);
    return VectorF(state.result());
  };
  EXPECT_EQ(parameters(1), parameters(1));
  EXPECT_NE(parameters(1), parameters(2));
}

TEST_F(VaeRunTest, TrainsTheSameFromAFileThatStaysOnDisk) {
  flags_.validate_share = 0.25;
  const ImageFile file(flags_.images, {}, folder_.path("cache"));
  const VaeRun streamed(flags_, file, 1), loaded(flags_, images_, 1);
  EXPECT_EQ(streamed.identity().data, loaded.identity().data);
  EXPECT_EQ(streamed.identity().options, loaded.identity().options);
  EXPECT_EQ(streamed.validate(), loaded.validate());
  BasicTrainState<float> one, other;
  EXPECT_EQ(streamed.train(one, {}, nullptr).model.parameters,
            loaded.train(other, {}, nullptr).model.parameters);
}

TEST_F(VaeRunTest, IsAnotherRunWithAnotherShareKeptApart) {
  const CheckpointIdentity usual = VaeRun(flags_, images_, 1).identity();
  flags_.validate_share = 0.25;
  EXPECT_NE(VaeRun(flags_, images_, 1).identity().options, usual.options);
  EXPECT_EQ(VaeRun(flags_, images_, 1).identity().data, usual.data);
}

}  // namespace
}  // namespace renyi::cli::vae_run_test
