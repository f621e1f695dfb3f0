#include <gtest/gtest.h>

#include <array>

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/models/bnn_model.hpp"
#include "tests/support/example_encoding.hpp"

namespace renyi::bnn_file_test {
namespace {

BnnModel example() {
  BnnPosterior posterior{
      .network = {.inputs = 1, .hidden = {3, 2}, .outputs = 2, .activation = Activation::tanh},
      .likelihood = Likelihood::gaussian_two_heads,
      .mean = Vector::LinSpaced(20, -1.0, 1.0),
      .sd = Vector::LinSpaced(20, 0.1, 0.2)};
  return {testing::example_encoding(),
          std::move(posterior),
          {.count = 7, .seed = 18446744073709551615U}};
}

std::string message_of(const TensorFile& file) {
  try {
    BnnModel::load(file, "m");
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST(BnnFile, IsTheSameAfterSavingAndLoading) {
  BnnModel model = example();
  model.set_conformal({.level = 0.9, .factor = 1.7, .rows = 40});
  const auto again = BnnModel::load(decode_safetensors(encode_safetensors(model.save()), "m"), "m");
  EXPECT_EQ(again.draws().seed, model.draws().seed);
  EXPECT_EQ(again.posterior().network.hidden, model.posterior().network.hidden);
  EXPECT_EQ(again.conformal().value().factor, 1.7);
  const Matrix features{{0.3}, {-2.0}};
  const auto before = model.predict(features, std::array{0.1, 0.9});
  const auto after = again.predict(features, std::array{0.1, 0.9});
  EXPECT_EQ(before.mean, after.mean);
  EXPECT_EQ(before.noise_sd, after.noise_sd);
  EXPECT_EQ(before.quantiles, after.quantiles);
}

TEST(BnnFile, RefusesWhatIsNoNetwork) {
  const auto with = [](auto change) {
    TensorFile file = example().save();
    change(file);
    return message_of(file);
  };
  EXPECT_EQ(with([](TensorFile& f) { f.metadata["draws"] = "many"; }),
            "m: expected a whole number as metadata 'draws', found 'many'");
  EXPECT_EQ(with([](TensorFile& f) { f.metadata["draws"] = "0"; }),
            "m: expected a network, found draws: expected at least 1, found 0");
  EXPECT_EQ(
      with([](TensorFile& f) { f.metadata["activation"] = "sine"; }),
      "m: expected a network, found activation: expected relu, tanh or softplus, found 'sine'");
  EXPECT_EQ(with([](TensorFile& f) {
              f.tensors["network.sizes"] = vector_tensor(Vector{{3.0, 1e18, 2.0}});
            }),
            "m: expected a network, found network.sizes: expected numbers of units, found 1e+18");
  EXPECT_EQ(with([](TensorFile& f) {
              f.tensors["network.sizes"] = vector_tensor(Vector{{3.0, 3.0, 2.0}});
            }),
            "m: expected a network, found weights: expected 26 means and sds, found 20 and 20");
  EXPECT_EQ(with([](TensorFile& f) { f.tensors.erase("weights.sd"); }),
            "m: expected a tensor 'weights.sd', found none of that name");
}

}  // namespace
}  // namespace renyi::bnn_file_test
