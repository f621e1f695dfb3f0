#include "renyi/models/linear_fit.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <numbers>

#include "renyi/core/error.hpp"

namespace renyi::linear_fit_test {
namespace {

struct Example {
  TableEncoding encoding;
  Matrix features;
  Vector targets;
};

// Two features that go together, and a target of their sum with a little noise.
Example example(bool raw = false) {
  std::string text = "a,b,y\n";
  for (int i = 0; i < 12; ++i) {
    const double a = i;
    const double b = 10.0 + 3.0 * i + 4.0 * std::sin(7.0 * i);
    const double y = 100.0 + 2.0 * a - b + 1.5 * std::cos(5.0 * i);
    text += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(y) + "\n";
  }
  auto source = ByteSource::of_memory(text);
  const auto table = read_table(source);
  const auto rows = all_rows(table.rows());
  auto encoding = learn_encoding(table, rows, {.target = "y", .raw = raw});
  return {encoding, encode_features(encoding, table, rows), encode_target(encoding, table, rows)};
}

LinearFit fit(const Example& data, const LinearFitOptions& options) {
  return fit_linear(data.encoding, data.features, data.targets, options);
}

// y ~ N(mean, scale^2 (X X' / precision + sigma^2 I)) in the table's units, with X standardised and
// its column of ones.
TEST(LinearFit, TheEvidenceIsThatOfTheTargetsInTheirUnits) {
  const auto data = example();
  const double sigma = 2.0;
  const double precision = 0.7;
  const auto result = fit(data, {.sigma = sigma, .prior_precision = precision});
  const Matrix x = with_intercept(data.features);
  const double scale = data.encoding.target_scale;
  const Matrix covariance =
      scale * scale * x * x.transpose() / precision + sigma * sigma * Matrix::Identity(12, 12);
  const Eigen::LLT<Matrix> factor(covariance);
  const Vector z =
      factor.matrixL().solve((data.targets.array() - data.encoding.target_mean).matrix());
  const double log_determinant = 2.0 * Matrix(factor.matrixL()).diagonal().array().log().sum();
  EXPECT_NEAR(result.exact.log_evidence,
              -0.5 * (z.squaredNorm() + log_determinant + 12 * std::log(2.0 * std::numbers::pi)),
              1e-9);
  EXPECT_FALSE(result.sigma_learned);
  EXPECT_DOUBLE_EQ(result.exact.sigma * scale, sigma);
}

TEST(LinearFit, BoundsSandwichTheEvidence) {
  const auto result =
      fit(example(), {.alphas = Alpha::parse_list("-inf,-1,0,0.5,1,2,inf"), .sigma = 2.0});
  const double evidence = result.exact.log_evidence;
  double last = std::numeric_limits<double>::infinity();
  for (const auto& candidate : result.approximations) {
    EXPECT_DOUBLE_EQ(candidate.log_evidence, evidence);
    EXPECT_LE(candidate.bound, last);
    const double order = candidate.alpha->value();
    EXPECT_EQ(order<0.0, candidate.bound> evidence + 1e-9) << order;
    EXPECT_EQ(order > 0.0, candidate.bound < evidence - 1e-9) << order;
    if (order == 0.0) {
      EXPECT_NEAR(candidate.bound, evidence, 1e-12);
      EXPECT_LT((candidate.sd() - result.exact.sd()).norm(), 1e-12) << "the exact marginals";
    }
    EXPECT_LT((candidate.coefficients.mean - result.exact.coefficients.mean).norm(), 1e-12);
    last = candidate.bound;
  }
}

TEST(LinearFit, LearnsTheSigmaOfTheLargestEvidence) {
  const auto data = example();
  const auto learned = fit(data, {.alphas = {Alpha::vi()}});
  EXPECT_TRUE(learned.sigma_learned);
  const double scale = data.encoding.target_scale;
  for (const double factor : {0.99, 1.01}) {
    const auto other = fit(data, {.sigma = factor * learned.exact.sigma * scale});
    EXPECT_LT(other.exact.log_evidence, learned.exact.log_evidence);
    const auto& vi = learned.approximations[0];
    EXPECT_LT(fit(data, {.sigma = factor * vi.sigma * scale}).approximations[0].bound, vi.bound);
  }
}

TEST(LinearFit, StandardisationChangesNoPredictionWhereThePriorIsWeak) {
  const auto standardised = example();
  const auto raw = example(true);
  const auto a = fit(standardised, {.sigma = 1.0, .prior_precision = 1e-8});
  const auto b = fit(raw, {.sigma = 1.0, .prior_precision = 1e-10});
  const Vector of_a = a.model(a.exact).predict(standardised.features, {}).mean;
  const Vector of_b = b.model(b.exact).predict(raw.features, {}).mean;
  EXPECT_LT((of_a - of_b).norm(), 1e-5);
}

TEST(LinearFit, RefusesOptionsThatAreNone) {
  const auto data = example();
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(fit(data, {.sigma = bad}), UsageError);
    EXPECT_THROW(fit(data, {.prior_precision = bad}), UsageError);
  }
}

// One row, or as many features as rows: ever smaller sigmas fit better.
TEST(LinearFit, RefusesToLearnANoiseThatIsNotThere) {
  auto data = example();
  data.targets = data.features.col(0) + data.features.col(1);
  data.encoding.target_mean = 0.0;
  EXPECT_THROW(fit(data, {}), UsageError);
  EXPECT_NO_THROW(fit(data, {.sigma = 0.1}));
}

TEST(LinearFit, RefusesClasses) {
  auto data = example();
  data.encoding.target.levels = {"no", "yes"};
  try {
    fit(data, {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "target: expected numbers, found 2 classes");
  }
}

}  // namespace
}  // namespace renyi::linear_fit_test
