#include "cli/model_file.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/core/version.hpp"
#include "tests/support/example_images.hpp"

namespace renyi::cli::model_file_test {
namespace {

using testing::TemporaryFolder;

TEST(ModelFile, KeepsTheVersionAndTheOrder) {
  const TemporaryFolder folder;
  save_model(folder.path("m"), {}, Alpha::vr_max());
  const auto metadata = read_safetensors(folder.path("m")).metadata;
  EXPECT_EQ(metadata.at("renyi"), version);
  EXPECT_EQ(metadata.at("alpha"), "-inf");
  save_model("", {}, Alpha::vi());
  EXPECT_EQ(folder.files(), 1U);
  EXPECT_EQ(where_saved("m"), "the model so far is in m");
  EXPECT_EQ(where_saved("m", "go on"), "the model so far is in m; go on");
  EXPECT_EQ(where_saved(""), "nothing is saved without --model");
}

TEST(ModelFile, AnAutoEncoderIsReadBack) {
  const TemporaryFolder folder;
  const VaeModel model = load_vae(testing::small_vae(folder));
  EXPECT_EQ(model.spec.pixels, 16);
  EXPECT_EQ(to_string(model.spec.architecture), "d8-s2");
}

TEST(ModelFile, AnotherModelIsNoAutoEncoder) {
  const TemporaryFolder folder;
  const auto refusal = [&](const TensorFile& file) -> std::string {
    write_safetensors(folder.path("m"), file);
    try {
      load_vae(folder.path("m"));
    } catch (const DataError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(refusal({.metadata = {{"kind", "bnn"}}}),
            folder.path("m") +
                ": expected an auto-encoder, which `renyi fit vae` saves, found a model of kind "
                "'bnn'");
  EXPECT_NE(refusal({}).find("kind"), std::string::npos);
}

}  // namespace
}  // namespace renyi::cli::model_file_test
