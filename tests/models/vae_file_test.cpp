// VaeModel in a file: renyi/models/vae_file.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/models/vae_model.hpp"

namespace renyi::vae_file_test {
namespace {

VaeModel two_layers() {
  VaeModel model;
  model.spec = {.pixels = 12, .architecture = parse_architecture("d7-s4-d5-s3")};
  model.parameters = VaeNetworks(model.spec).start(1, VectorF::Constant(12, 0.3f));
  model.treatment = {.height = 3, .width = 4, .binarise = true, .invert = true};
  return model;
}

TEST(VaeFile, ComesBackFromItsFile) {
  VaeModel model = two_layers();
  model.spec.activation = Activation::softplus;
  model.spec.likelihood = {
      .model = PixelModel::gaussian_fixed_sd, .mean = PixelMean::linear, .sd = 0.1};
  model.parameters = VaeNetworks(model.spec).start(1, VectorF::Constant(12, 0.3f));
  const TensorFile file = decode_safetensors(encode_safetensors(model.save()), "memory");
  EXPECT_TRUE(is_vae(file));
  const VaeModel back = VaeModel::load(file, "memory");
  EXPECT_EQ(back.parameters, model.parameters);
  EXPECT_EQ(back.treatment, model.treatment);
  EXPECT_EQ(back.spec.architecture, model.spec.architecture);
  EXPECT_EQ(back.spec.activation, model.spec.activation);
  EXPECT_EQ(back.spec.likelihood.model, model.spec.likelihood.model);
  EXPECT_EQ(back.spec.likelihood.mean, model.spec.likelihood.mean);
  EXPECT_EQ(back.spec.likelihood.sd, 0.1);
}

TEST(VaeFile, RefusesDamagedFiles) {
  const TensorFile good = two_layers().save();
  const auto refused = [&](auto damage) {
    TensorFile file = good;
    damage(file);
    EXPECT_THROW(VaeModel::load(file, "model"), DataError);
  };
  refused([](TensorFile& f) { f.metadata.erase("pixels"); });
  refused([](TensorFile& f) { f.metadata["pixels"] = "1e9"; });
  refused([](TensorFile& f) { f.metadata["pixels"] = "999999999999"; });
  refused([](TensorFile& f) { f.metadata["architecture"] = "d7-s4-d5"; });
  refused([](TensorFile& f) { f.metadata["architecture"] = "d999999-s4-d5-s3"; });
  refused([](TensorFile& f) { f.metadata["activation"] = "step"; });
  refused([](TensorFile& f) { f.metadata["binarise"] = "perhaps"; });
  refused([](TensorFile& f) { f.metadata["height"] = "5"; });
  refused([](TensorFile& f) { f.tensors.erase("decoder.2.output.bias"); });
  refused([](TensorFile& f) { f.tensors["encoder.1.hidden.1.weight"].shape = {7, 12}; });
  refused([](TensorFile& f) {
    Tensor& bias = f.tensors["decoder.1.output.bias"];
    const float nan = std::nanf("");
    bias.bytes.replace(0, sizeof(float), reinterpret_cast<const char*>(&nan), sizeof(float));
  });
}

}  // namespace
}  // namespace renyi::vae_file_test
