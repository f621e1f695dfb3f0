#include "renyi/models/glm_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/models/load_model.hpp"
#include "tests/support/example_encoding.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::glm_model_test {
namespace {

using testing::example_encoding;

const Gaussian coefficients{Vector{{0.5, -1.0}}, Matrix{{0.04, 0.01}, {0.01, 0.09}}};

TableEncoding encoding_of(GlmFamily family) {
  TableEncoding encoding = example_encoding();
  encoding.target_mean = 0.0;
  encoding.target_scale = 1.0;
  if (has_two_classes(family)) encoding.target.levels = {"no", "yes"};
  return encoding;
}
GlmModel example(GlmFamily family) { return {encoding_of(family), family, coefficients}; }

// E[g(f)] for f ~ N(mean, variance) by the trapezoidal rule.
template <class G>
double expectation(double mean, double variance, G g) {
  double sum = 0.0;
  const double step = 0.01;
  for (double z = -10.0; z <= 10.0; z += step)
    sum += step * std::exp(-0.5 * z * z) * g(mean + std::sqrt(variance) * z);
  return sum / std::sqrt(2.0 * std::acos(-1.0));
}

TEST(GlmModel, ProbabilitiesAreExpectationsOverThePosterior) {
  const Matrix features{{2.0}, {-3.0}, {0.0}};
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::probit}) {
    const Matrix probabilities = example(family).predict_classes(features).probabilities;
    for (Index i = 0; i < 3; ++i) {
      const double x = features(i, 0), mean = 0.5 - x, variance = 0.04 + 0.02 * x + 0.09 * x * x;
      const double expected = expectation(mean, variance, [&](double f) {
        return std::exp(RowLikelihood({family}, 1.0).at(f).value);
      });
      EXPECT_NEAR(probabilities(i, 1), expected, 1e-12) << to_string(family);
      EXPECT_NEAR(probabilities.row(i).sum(), 1.0, 1e-15);
    }
  }
}

TEST(GlmModel, CountsHaveTheMomentsOfALogNormalRate) {
  const Matrix features{{2.0}};
  const auto predictions = example(GlmFamily::poisson).predict(features, std::array{0.05, 0.95});
  const double mean = -1.5, variance = 0.04 + 0.04 + 0.36;
  const double rate = std::exp(mean + 0.5 * variance);
  EXPECT_NEAR(predictions.mean(0), rate, 1e-12);
  EXPECT_NEAR(predictions.noise_sd(0), std::sqrt(rate), 1e-12);
  EXPECT_NEAR(predictions.model_sd(0), rate * std::sqrt(std::expm1(variance)), 1e-12);
  EXPECT_EQ(predictions.quantiles(0, 0), 0.0);
  EXPECT_GE(predictions.quantiles(0, 1), 1.0);
}

TEST(GlmModel, CountsAreScoredByTheirPredictiveProbability) {
  const Matrix features{{2.0}, {-1.0}};
  const auto scores = example(GlmFamily::poisson).score(features, Vector{{1.0, 4.0}});
  const double expected = expectation(1.5, 0.04 - 0.02 + 0.09, [](double f) {
    return std::exp(RowLikelihood({GlmFamily::poisson}, 4.0).at(f).value);
  });
  EXPECT_NEAR(scores.log_density(1), std::log(expected), 1e-11);
  EXPECT_NEAR(scores.error(1), std::exp(1.5 + 0.055) - 4.0, 1e-12);
  EXPECT_GT(scores.probability(1), 0.2);
  EXPECT_LT(scores.probability(1), 0.8);
  EXPECT_GT(scores.crps(1), 0.0);
  EXPECT_THROW(example(GlmFamily::poisson).score(features, Vector{{1.0, -4.0}}), UsageError);
  EXPECT_THROW(example(GlmFamily::poisson).score(features, Vector{{1.0}}), UsageError);
}

TEST(GlmModel, IsAskedOnlyForWhatItsTargetsAre) {
  const Matrix features{{2.0}};
  EXPECT_THROW(example(GlmFamily::logistic).predict(features, {}), UsageError);
  EXPECT_THROW(example(GlmFamily::probit).score(features, Vector{{1.0}}), UsageError);
  EXPECT_THROW(example(GlmFamily::poisson).predict_classes(features), UsageError);
  EXPECT_TRUE(example(GlmFamily::logistic).is_classifier());
  EXPECT_FALSE(example(GlmFamily::poisson).is_classifier());
}

TEST(GlmModel, IsTheSameAfterSavingAndLoading) {
  const testing::TemporaryFolder folder;
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson}) {
    write_safetensors(folder.path("m"), example(family).save());
    const auto again = load_model(folder.path("m"));
    EXPECT_EQ(again->kind(), to_string(family));
    const auto& model = dynamic_cast<const GlmModel&>(*again);
    EXPECT_EQ(model.coefficients().mean, coefficients.mean);
    EXPECT_EQ(model.coefficients().covariance, coefficients.covariance);
  }
}

TEST(GlmModel, RefusesPartsThatDoNotFit) {
  const TableEncoding two = encoding_of(GlmFamily::logistic);
  TableEncoding three = two;
  three.target.levels = {"a", "b", "c"};
  EXPECT_THROW(GlmModel(three, GlmFamily::logistic, coefficients), UsageError);
  EXPECT_THROW(GlmModel(encoding_of(GlmFamily::poisson), GlmFamily::probit, coefficients),
               UsageError);
  EXPECT_THROW(GlmModel(two, GlmFamily::poisson, coefficients), UsageError);
  EXPECT_THROW(GlmModel(two, GlmFamily::logistic, {Vector::Zero(3), Matrix::Identity(3, 3)}),
               UsageError);
  EXPECT_THROW(GlmModel(two, GlmFamily::logistic, {Vector::Zero(2), -Matrix::Identity(2, 2)}),
               UsageError);
  EXPECT_THROW(GlmModel(encoding_of(GlmFamily::gaussian), GlmFamily::gaussian, coefficients),
               UsageError);
  auto file = example(GlmFamily::logistic).save();
  file.metadata["kind"] = "poisson";
  EXPECT_THROW(GlmModel::load(file, "m"), DataError);
}

TEST(GlmModel, RefusesFeaturesTooFarForDoubles) {
  EXPECT_THROW(example(GlmFamily::logistic).predict_classes(Matrix{{1e200}}), NumericalError);
  EXPECT_THROW(example(GlmFamily::poisson).predict(Matrix{{-1e4}}, {}), NumericalError);
}

}  // namespace
}  // namespace renyi::glm_model_test
