#include "renyi/models/linear_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "tests/support/example_encoding.hpp"

namespace renyi::linear_model_test {
namespace {

using testing::example_encoding;

LinearModel example() {
  return {example_encoding(), {Vector{{0.5, -1.0}}, Matrix{{0.04, 0.01}, {0.01, 0.09}}}, 0.3};
}

TEST(LinearModel, PredictsInTheUnitsOfTheTable) {
  const Matrix features{{2.0}};
  const auto predictions = example().predict(features, std::array{0.5, 0.975});
  EXPECT_DOUBLE_EQ(predictions.mean(0), 100.0 + 5.0 * (0.5 - 2.0));
  const double variance = 0.04 + 2.0 * 0.01 * 2.0 + 0.09 * 4.0;
  EXPECT_DOUBLE_EQ(predictions.model_sd(0), 5.0 * std::sqrt(variance));
  EXPECT_DOUBLE_EQ(predictions.noise_sd(0), 1.5);
  EXPECT_DOUBLE_EQ(predictions.quantiles(0, 0), predictions.mean(0));
  EXPECT_NEAR(predictions.quantiles(0, 1),
              predictions.mean(0) + 1.959963984540054 * 5.0 * std::sqrt(variance + 0.09), 1e-12);
}

TEST(LinearModel, RefusesFeaturesTooFarForDoubles) {
  EXPECT_THROW(example().predict(Matrix{{1e200}}, {}), NumericalError);
}

TEST(LinearModel, IsScoredInTheUnitsOfTheTable) {
  const Matrix features{{2.0}, {0.0}};
  const auto model = example();
  const Vector mean = model.predict(features, {}).mean;
  const auto scores = model.score(features, mean);
  EXPECT_EQ(scores.error, Vector::Zero(2));
  EXPECT_NEAR(scores.log_density(1),
              -std::log(5.0 * std::sqrt(0.04 + 0.09) * std::sqrt(2.0 * std::acos(-1.0))), 1e-13);
}

TEST(LinearModel, IsTheSameAfterSavingAndLoading) {
  const auto model = example();
  const auto again =
      LinearModel::load(decode_safetensors(encode_safetensors(model.save()), "m"), "m");
  EXPECT_EQ(again.coefficients().mean, model.coefficients().mean);
  EXPECT_EQ(again.coefficients().covariance, model.coefficients().covariance);
  EXPECT_EQ(again.sigma(), model.sigma());
  EXPECT_EQ(again.encoding().target_scale, 5.0);
  EXPECT_EQ(again.kind(), "linear");
}

TEST(LinearModel, RefusesPartsThatDoNotFit) {
  EXPECT_THROW(LinearModel(example_encoding(), {Vector::Zero(3), Matrix::Identity(3, 3)}, 1.0),
               UsageError);
  EXPECT_THROW(LinearModel(example_encoding(), {Vector::Zero(2), -Matrix::Identity(2, 2)}, 1.0),
               UsageError);
  EXPECT_THROW(LinearModel(example_encoding(), {Vector::Zero(2), Matrix::Identity(2, 2)}, 0.0),
               UsageError);
  auto file = example().save();
  file.tensors["sigma"] = vector_tensor(Vector{{-1.0}});
  EXPECT_THROW(LinearModel::load(file, "m"), DataError);
  file = example().save();
  file.tensors["coefficients.covariance"] = matrix_tensor(Matrix::Identity(3, 3));
  EXPECT_THROW(LinearModel::load(file, "m"), DataError);
}

TEST(LinearModel, RefusesATargetOfClasses) {
  auto encoding = example_encoding();
  encoding.target.levels = {"no", "yes"};
  EXPECT_THROW(LinearModel(encoding, {Vector::Zero(2), Matrix::Identity(2, 2)}, 1.0), UsageError);
}

TEST(LinearModel, TheInterceptIsTheFirstColumn) {
  EXPECT_EQ(with_intercept(Matrix{{2, 3}, {4, 5}}), (Matrix{{1, 2, 3}, {1, 4, 5}}));
}

}  // namespace
}  // namespace renyi::linear_model_test
