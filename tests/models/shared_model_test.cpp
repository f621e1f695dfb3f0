#include "renyi/models/shared_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>

#include "renyi/core/error.hpp"
#include "renyi/models/bnn_model.hpp"
#include "tests/core/thread_communicator.hpp"
#include "tests/support/example_encoding.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::shared_model_test {
namespace {

using testing::as_processes;

constexpr Index rows = 700;  // three blocks, the last one short
const Matrix features = testing::normal_matrix(rows, 1, 1);
const Vector targets = 100.0 + 5.0 * testing::normal_vector(rows, 2).array();
constexpr std::array levels = {0.1, 0.9};

BnnModel numbers() {
  return {testing::example_encoding(),
          {.network = {.inputs = 1, .hidden = {3}, .outputs = 1},
           .mean = testing::normal_vector(10, 3),
           .sd = Vector::Constant(10, 0.3)},
          {.count = 5}};
}

BnnModel classes() {
  TableEncoding encoding = testing::example_encoding();
  encoding.target.levels = {"a", "b", "c"};
  encoding.target_mean = 0.0;
  encoding.target_scale = 1.0;
  return {encoding,
          {.network = {.inputs = 1, .hidden = {}, .outputs = 3},
           .likelihood = Likelihood::categorical,
           .mean = testing::normal_vector(6, 3),
           .sd = Vector::Constant(6, 0.3)},
          {.count = 5}};
}

void expect_equal(const Predictions& a, const Predictions& b) {
  EXPECT_EQ(a.mean, b.mean);
  EXPECT_EQ(a.noise_sd, b.noise_sd);
  EXPECT_EQ(a.model_sd, b.model_sd);
  EXPECT_EQ(a.quantiles, b.quantiles);
}
void expect_equal(const RowScores& a, const RowScores& b) {
  EXPECT_EQ(a.log_density, b.log_density);
  EXPECT_EQ(a.error, b.error);
  EXPECT_EQ(a.probability, b.probability);
  EXPECT_EQ(a.crps, b.crps);
}

// f(the model as one of so many processes with so many threads has it).
void share(const PredictiveModel& model, const std::function<void(const PredictiveModel&)>& f) {
  f(SharedModel(model, nullptr));
  ThreadPool pool(3);
  f(SharedModel(model, &pool));
  for (const int processes : {1, 2, 5})  // of five some have no block
    as_processes(processes, [&](Communicator& others) { f(SharedModel(model, nullptr, &others)); });
}

TEST(SharedModel, SaysOfEachRowWhatTheModelSays) {
  const BnnModel model = numbers();
  share(model, [&](const PredictiveModel& shared) {
    expect_equal(shared.predict(features, levels), model.predict(features, levels));
    expect_equal(shared.score(features, targets), model.score(features, targets));
    EXPECT_EQ(shared.predict(features, {}).quantiles.cols(), 0);
  });
}

TEST(SharedModel, SaysOfClassesWhatTheModelSays) {
  const BnnModel model = classes();
  share(model, [&](const PredictiveModel& shared) {
    EXPECT_EQ(shared.predict_classes(features).probabilities,
              model.predict_classes(features).probabilities);
  });
}

TEST(SharedModel, IsTheModelOtherwise) {
  const BnnModel model = numbers();
  const SharedModel shared(model, nullptr);
  EXPECT_EQ(shared.kind(), model.kind());
  EXPECT_EQ(&shared.encoding(), &model.encoding());
  EXPECT_EQ(shared.conformal().has_value(), model.conformal().has_value());
  EXPECT_EQ(shared.predict(Matrix(0, 1), levels).mean.size(), 0);
}

// What one process cannot predict, none has.
TEST(SharedModel, ThrowsInAllProcesses) {
  const BnnModel line(
      testing::example_encoding(),
      {.network = {.inputs = 1, .outputs = 1}, .mean = Vector::Ones(2), .sd = Vector::Zero(2)},
      {.count = 1});
  Matrix far = features;
  far(0, 0) = std::numeric_limits<double>::infinity();
  as_processes(3, [&](Communicator& others) {
    EXPECT_THROW(SharedModel(line, nullptr, &others).predict(far, levels), NumericalError);
  });
}

}  // namespace
}  // namespace renyi::shared_model_test
