#include "renyi/models/predictive_model.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "renyi/models/linear_model.hpp"
#include "tests/support/class_model.hpp"
#include "tests/support/example_encoding.hpp"

namespace renyi::predictive_model_test {
namespace {

template <class Act>
std::string refusal_of(const Act& act) {
  try {
    act();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(PredictiveModel, OneOfNumbersHasNoClasses) {
  const LinearModel model(testing::example_encoding(), {Vector::Zero(2), Matrix::Identity(2, 2)},
                          1.0);
  EXPECT_FALSE(model.is_classifier());
  EXPECT_FALSE(model.conformal());
  EXPECT_EQ(refusal_of([&] { model.predict_classes(Matrix::Zero(1, 1)); }),
            "model: expected one of classes, found linear of numbers");
}

TEST(PredictiveModel, OneOfClassesHasNoNumbers) {
  const testing::ClassModel model({"no", "yes"});
  EXPECT_TRUE(model.is_classifier());
  EXPECT_EQ(model.predict_classes(Matrix::Zero(3, 1)).probabilities.cols(), 2);
  EXPECT_EQ(refusal_of([&] { model.predict(Matrix::Zero(1, 1), {}); }),
            "model: expected one of numbers, found softmax of classes");
  EXPECT_EQ(refusal_of([&] { model.score(Matrix::Zero(1, 1), Vector::Zero(1)); }),
            "model: expected one of numbers, found softmax of classes");
}

TEST(PredictiveModel, TheSdHoldsBothParts) {
  const Predictions predictions{.mean = Vector{{1, 2}},
                                .noise_sd = Vector{{3, 1e200}},
                                .model_sd = Vector{{4, 0}},
                                .quantiles = {}};
  EXPECT_EQ(predictions.sd(), (Vector{{5, 1e200}}));
}

}  // namespace
}  // namespace renyi::predictive_model_test
