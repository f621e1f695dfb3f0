#include "renyi/models/vae_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi::vae_model_test {
namespace {

VaeModel two_layers() {
  VaeModel model;
  model.spec = {.pixels = 12, .architecture = parse_architecture("d7-s4-d5-s3")};
  model.parameters = VaeNetworks(model.spec).start(1, VectorF::Constant(12, 0.3f));
  model.treatment = {.height = 3, .width = 4, .binarise = true, .invert = true};
  return model;
}

MatrixF images(Index count) {
  MatrixF values(count, 12);
  fill_uniform({.seed = 5, .purpose = Purpose::data}, {}, values);
  return values;
}

// Hand computation: one latent, no hidden layers.
TEST(VaeModel, EncodesDecodesAndSamples) {
  VaeModel model;
  model.spec = {.pixels = 2, .architecture = parse_architecture("s1")};
  // encoder: mean = 2 x1 - x2 + 0.5, log sd = -1; decoder: logits 3 h, -h + 1.
  model.parameters.resize(10);
  model.parameters << 2, 0, -1, 0, 0.5f, -1, 3, -1, 0, 1;
  MatrixF x(2, 2);
  x << 1, 0, 0.25f, 0.5f;
  const LatentCodes codes = encode_images(model, x);
  EXPECT_FLOAT_EQ(codes.means(0, 0), 2.5f);
  EXPECT_FLOAT_EQ(codes.means(1, 0), 0.5f);
  EXPECT_FLOAT_EQ(codes.sds(0, 0), std::exp(-1.0f));
  const MatrixF again = reconstruct_images(model, x);
  EXPECT_FLOAT_EQ(again(0, 0), 1.0f / (1.0f + std::exp(-7.5f)));
  EXPECT_FLOAT_EQ(again(1, 1), 1.0f / (1.0f + std::exp(-0.5f)));
  // Samples are decoded standard normals: their logits' mean and sd follow.
  const MatrixF samples = sample_images(model, 4000, 3);
  const Vector logits =
      (samples.col(1).array() / (1.0f - samples.col(1).array())).log().matrix().cast<double>();
  EXPECT_NEAR(logits.mean(), 1.0, 4.0 / std::sqrt(4000.0));
  EXPECT_NEAR((logits.array() - 1.0).square().mean(), 1.0, 4.0 * std::sqrt(2.0 / 4000.0));
  EXPECT_EQ(sample_images(model, 10, 3), samples.topRows(10));
}

TEST(VaeModel, EncodesUpperLayersFromMeans) {
  const VaeModel model = two_layers();
  const LatentCodes first = encode_images(model, images(300), 1),
                    second = encode_images(model, images(300), 2);
  EXPECT_EQ(first.means.cols(), 4);
  EXPECT_EQ(second.means.cols(), 3);
  const VaeNetworks networks(model.spec);
  DensePass<float> pass;
  pass.reserve(networks.encoder(1).layout, 300);
  pass.forward(networks.encoder(1).layout, model.parameters.data() + networks.encoder(1).offset,
               first.means.data(), 300);
  for (Index i = 0; i < 300; ++i) EXPECT_NEAR(second.means(i, 1), pass.outputs()[6 * i + 1], 1e-5f);
  EXPECT_THROW(encode_images(model, images(1), 3), UsageError);
  EXPECT_THROW(encode_images(model, MatrixF::Zero(1, 11)), UsageError);
}

TEST(VaeModel, BinarisesByGreyLevels) {
  MatrixF grey = MatrixF::Constant(3000, 4, 0.3f);
  grey.col(0).setZero();
  grey.col(3).setOnes();
  const MatrixF binary = binarise_images(grey, 7);
  EXPECT_EQ(binary.col(0).sum(), 0.0f);
  EXPECT_EQ(binary.col(3).sum(), 3000.0f);
  EXPECT_NEAR(binary.col(1).mean(), 0.3f, 4.0f * std::sqrt(0.21f / 3000.0f));
  EXPECT_NE(binary.col(1), binary.col(2));
  EXPECT_EQ(binarise_images(grey.topRows(5), 7), binary.topRows(5));
}

}  // namespace
}  // namespace renyi::vae_model_test
