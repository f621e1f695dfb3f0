#include "renyi/models/bnn_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/support/example_encoding.hpp"

namespace renyi::bnn_model_test {
namespace {

using testing::example_encoding;  // one feature; the target is 100 + 5 y

TableEncoding classes(const std::vector<std::string>& names) {
  TableEncoding encoding = example_encoding();
  encoding.target.levels = names;
  encoding.target_mean = 0.0;
  encoding.target_scale = 1.0;
  return encoding;
}

// No hidden layer: y = weight x + bias, exactly.
BnnPosterior line(double sd) {
  return {.network = {.inputs = 1, .hidden = {}, .outputs = 1},
          .mean = Vector{{-1.0, 0.5}},
          .sd = Vector::Constant(2, sd),
          .log_variance = std::log(0.09)};
}

TEST(BnnModel, KnownWeightsPredictTheirNetwork) {
  const BnnModel model(example_encoding(), line(0.0), {.count = 3});
  const auto predictions = model.predict(Matrix{{2.0}, {0.0}}, std::array{0.5, 0.975});
  EXPECT_NEAR(predictions.mean(0), 100.0 + 5.0 * (0.5 - 2.0), 1e-12);
  EXPECT_NEAR(predictions.mean(1), 100.0 + 5.0 * 0.5, 1e-12);
  EXPECT_NEAR(predictions.model_sd(0), 0.0, 1e-12);
  EXPECT_NEAR(predictions.noise_sd(0), 1.5, 1e-12);
  EXPECT_NEAR(predictions.quantiles(0, 0), predictions.mean(0), 1e-6);
  EXPECT_NEAR(predictions.quantiles(0, 1), predictions.mean(0) + 1.5 * 1.959963984540054, 1e-6);
}

TEST(BnnModel, UnknownWeightsAddTheirSpread) {
  constexpr std::int64_t draws = 20000;
  const BnnModel model(example_encoding(), line(0.2), {.count = draws, .seed = 3});
  const auto predictions = model.predict(Matrix{{2.0}}, {});
  const double sd = 5.0 * 0.2 * std::sqrt(4.0 + 1.0);
  EXPECT_NEAR(predictions.mean(0), 100.0 + 5.0 * (0.5 - 2.0), 4.0 * sd / std::sqrt(draws));
  EXPECT_NEAR(predictions.model_sd(0), sd, 4.0 * sd / std::sqrt(2.0 * draws));
}

TEST(BnnModel, AHiddenUnitIsRectified) {
  const BnnPosterior posterior{.network = {.inputs = 1, .hidden = {1}, .outputs = 1},
                               .mean = Vector{{2.0, -1.0, 3.0, 0.25}},  // relu(2 x - 1) 3 + 0.25
                               .sd = Vector::Zero(4)};
  const BnnModel model(example_encoding(), posterior, {.count = 1});
  const Vector mean = model.predict(Matrix{{2.0}, {0.0}}, {}).mean;
  EXPECT_NEAR(mean(0), 100.0 + 5.0 * 9.25, 1e-12);
  EXPECT_NEAR(mean(1), 100.0 + 5.0 * 0.25, 1e-12);
}

TEST(BnnModel, TheSecondHeadIsTheNoise) {
  const BnnPosterior posterior{
      .network = {.inputs = 1, .hidden = {}, .outputs = 2},
      .likelihood = Likelihood::gaussian_two_heads,
      .mean = Vector{{1.0, 0.0, 2.0, -1.0}},  // mean x, log variance 2 x - 1
      .sd = Vector::Zero(4)};
  const BnnModel model(example_encoding(), posterior, {.count = 2});
  const auto predictions = model.predict(Matrix{{0.5}, {2.0}}, {});
  EXPECT_NEAR(predictions.noise_sd(0), 5.0, 1e-12);
  EXPECT_NEAR(predictions.noise_sd(1), 5.0 * std::exp(1.5), 1e-9);
}

TEST(BnnModel, RowsAreScoredAlikeInAnyCompany) {
  const BnnModel model(example_encoding(), line(0.2), {.count = 5});
  const Matrix features = Vector::LinSpaced(600, -2.0, 2.0);
  const Vector targets = Vector::LinSpaced(600, 90.0, 110.0);
  const RowScores all = model.score(features, targets);
  EXPECT_EQ(model.log_densities(features, targets), all.log_density);
  for (const Index row : {0, 255, 256, 599}) {
    const RowScores one = model.score(features.middleRows(row, 1), targets.segment(row, 1));
    EXPECT_EQ(one.log_density(0), all.log_density(row));
    EXPECT_EQ(one.crps(0), all.crps(row));
  }
}

TEST(BnnModel, ProbabilitiesOfClasses) {
  BnnPosterior posterior{.network = {.inputs = 1, .hidden = {}, .outputs = 1},
                         .likelihood = Likelihood::bernoulli,
                         .mean = Vector{{2.0, 1.0}},
                         .sd = Vector::Zero(2)};
  const Matrix two = BnnModel(classes({"a", "b"}), posterior, {.count = 2})
                         .predict_classes(Matrix{{0.5}})
                         .probabilities;
  EXPECT_NEAR(two(0, 1), sigmoid(2.0), 1e-14);
  EXPECT_NEAR(two(0, 0), sigmoid(-2.0), 1e-14);
  posterior.network.outputs = 3;
  posterior.likelihood = Likelihood::categorical;
  posterior.mean = Vector{{1.0, 0.0, 0.0, 0.0, 0.0, std::log(2.0)}};
  posterior.sd = Vector::Zero(6);
  const BnnModel model(classes({"a", "b", "c"}), posterior, {.count = 2});
  const Matrix three = model.predict_classes(Matrix{{std::log(3.0)}}).probabilities;
  EXPECT_NEAR(three(0, 0), 3.0 / 6.0, 1e-14);
  EXPECT_NEAR(three(0, 1), 1.0 / 6.0, 1e-14);
  EXPECT_NEAR(three(0, 2), 2.0 / 6.0, 1e-14);
  EXPECT_NEAR(model.log_densities(Matrix{{std::log(3.0)}}, Vector{{2.0}})(0), std::log(2.0 / 6.0),
              1e-14);
  EXPECT_THROW(model.predict(Matrix{{1.0}}, {}), UsageError);
  EXPECT_THROW(BnnModel(example_encoding(), line(0.1), {}).predict_classes(Matrix{{1.0}}),
               UsageError);
}

TEST(BnnModel, RefusesPartsThatDoNotFit) {
  const auto refuses = [](auto change, std::int64_t draws = 10) {
    BnnPosterior posterior = line(0.1);
    change(posterior);
    EXPECT_THROW(BnnModel(example_encoding(), posterior, {.count = draws}), UsageError);
  };
  refuses([](BnnPosterior& p) { p.network.inputs = 2; });
  refuses([](BnnPosterior& p) { p.network.outputs = 2; });
  refuses([](BnnPosterior& p) { p.likelihood = Likelihood::bernoulli; });
  refuses([](BnnPosterior& p) { p.mean.conservativeResize(1); });
  refuses([](BnnPosterior& p) { p.sd(1) = -1.0; });
  refuses([](BnnPosterior& p) { p.mean(0) = infinity; });
  refuses([](BnnPosterior& p) { p.log_variance = infinity; });
  refuses([](BnnPosterior&) {}, 0);
}

TEST(BnnModel, RefusesFeaturesTooFarForDoubles) {
  const BnnModel model(example_encoding(), line(0.1), {});
  EXPECT_THROW(model.predict(Matrix{{1e308}, {1e308}} * 1e10, {}), NumericalError);
}

}  // namespace
}  // namespace renyi::bnn_model_test
