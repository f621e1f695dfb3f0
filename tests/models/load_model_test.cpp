#include "renyi/models/load_model.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/models/linear_model.hpp"
#include "tests/support/example_encoding.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::load_model_test {
namespace {

using testing::TemporaryFolder;

TensorFile example() {
  return LinearModel(testing::example_encoding(), {Vector::Zero(2), Matrix::Identity(2, 2)}, 1.0)
      .save();
}

std::string message_of(const std::string& path) {
  try {
    load_model(path);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST(LoadModel, FindsOutWhichKindItIs) {
  const TemporaryFolder folder;
  write_safetensors(folder.path("m"), example());
  const auto model = load_model(folder.path("m"));
  EXPECT_EQ(model->kind(), "linear");
  EXPECT_EQ(model->encoding().target.name, "y");
}

TEST(LoadModel, RefusesOtherKindsAndFilesWithoutAModel) {
  const TemporaryFolder folder;
  const std::string path = folder.path("m");
  auto file = example();
  file.metadata["kind"] = "vae";
  write_safetensors(path, file);
  EXPECT_EQ(
      message_of(path),
      path + ": expected a model of kind linear, bnn, logistic, probit or poisson, found 'vae'");
  file.metadata.clear();
  write_safetensors(path, file);
  EXPECT_EQ(message_of(path), path + ": expected metadata 'kind', found none of that name");
}

TEST(LoadModel, RefusesAModelCutAnywhere) {
  const TemporaryFolder folder;
  const std::string bytes = encode_safetensors(example());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_NE(message_of(folder.file("m", bytes.substr(0, length))), "no error") << length;
}

}  // namespace
}  // namespace renyi::load_model_test
