#include "cli/linear_method.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/family_checks.hpp"

namespace renyi::cli::linear_method_test {
namespace {

struct Data {
  TableEncoding encoding = {};
  Matrix features = {};
  Vector targets = {};
};

// Two standardised features, and targets that are not.
Data example_data() {
  Data data{.features = testing::normal_matrix(40, 2, 1)};
  data.targets = (30.0 + 5.0 * (data.features * Vector{{1.0, -0.5}}).array()).matrix() +
                 2.0 * testing::normal_vector(40, 2);
  data.encoding.features = {{.name = "a"}, {.name = "b"}};
  data.encoding.target.name = "y";
  data.encoding.means = Vector{{1.0, 2.0}};
  data.encoding.scales = Vector{{0.5, 4.0}};
  data.encoding.target_mean = 30.0;
  data.encoding.target_scale = 5.0;
  return data;
}

LinearMethodFit fit_by(const GlmFlags& flags, std::optional<double> sigma = {}) {
  const Data data = example_data();
  return fit_linear_by(flags, data.encoding, data.features, data.targets, sigma, 1);
}

TEST(LinearMethod, ExactMethodsGiveTheExactPosteriorAndEvidence) {
  for (const GlmFlags& flags :
       {GlmFlags{.method = GlmMethod::laplace}, GlmFlags{.method = GlmMethod::ep},
        GlmFlags{.method = GlmMethod::pep}, GlmFlags{.method = GlmMethod::sep, .batch = 40},
        GlmFlags{.method = GlmMethod::sep, .alpha = Alpha(0.5), .batch = 40}})
    for (const std::optional<double> sigma : {std::optional<double>(), std::optional(1.7)}) {
      const LinearMethodFit fit = fit_by(flags, sigma);
      const Gaussian& exact = fit.reference.exact.coefficients;
      EXPECT_LT((fit.fit.mean - exact.mean).cwiseAbs().maxCoeff(), 1e-8);
      EXPECT_LT((fit.fit.covariance - exact.covariance).cwiseAbs().maxCoeff(), 1e-8);
      EXPECT_NEAR(fit.fit.log_evidence, fit.reference.exact.log_evidence, 1e-6);
      if (sigma) {
        EXPECT_DOUBLE_EQ(5.0 * fit.reference.exact.sigma, *sigma);
      }
      EXPECT_EQ(fit.model().sigma(), fit.reference.exact.sigma);
      EXPECT_EQ(fit.model().coefficients().mean, fit.fit.mean);
    }
}

TEST(LinearMethod, DrawsGiveTheExactPosteriorToTheirTolerance) {
  const LinearMethodFit fit = fit_by({.method = GlmMethod::vr});
  const Gaussian& exact = fit.reference.exact.coefficients;
  EXPECT_LT(moment_change(exact.mean, fit.reference.exact.sd(), fit.fit.mean, fit.fit.sd()), 0.02);
}

TEST(LinearMethod, TablesAreInTheUnitsOfTheTableBesideTheExactOnes) {
  const GlmFlags flags{.method = GlmMethod::ep};
  const LinearMethodFit fit = fit_by(flags);
  const Table model = linear_method_table(flags, fit);
  EXPECT_EQ(model.title, "Linear regression of y on 2 columns");
  const auto& sigma = model.rows[model.rows.size() - 2];
  EXPECT_EQ(std::get<std::string>(sigma[0]), "sigma, maximum likelihood");
  EXPECT_NEAR(std::get<double>(sigma[1]), 2.0, 4.0 * 2.0 / std::sqrt(2.0 * 40.0));
  const Table coefficients = linear_method_coefficients(fit);
  ASSERT_EQ(coefficients.rows.size(), 3U);
  const double expected[] = {30.0, 5.0 * 1.0 / 0.5, -5.0 * 0.5 / 4.0};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& row = coefficients.rows[i];
    const double mean = std::get<double>(row[1]), sd = std::get<double>(row[2]);
    EXPECT_NEAR(mean, expected[i], 4.0 * sd) << i;
    EXPECT_NEAR(mean, std::get<double>(row[3]), 1e-6) << i;
    EXPECT_NEAR(sd, std::get<double>(row[4]), 1e-6) << i;
  }
  const Figure figure = linear_method_figure(flags, fit);
  ASSERT_EQ(figure.series.size(), 2U);
  EXPECT_EQ(figure.series[1].name, "ep");
  EXPECT_NEAR(figure.series[1].y[0], 5.0 * fit.fit.mean(1), 1e-12);
}

}  // namespace
}  // namespace renyi::cli::linear_method_test
