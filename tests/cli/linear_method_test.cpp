#include "cli/linear_method.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "renyi/core/safetensors.hpp"
#include "tests/support/family_checks.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

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
  return fit_linear_by([&](const GlmProblem& problem) { return flags.fit(problem, 1); },
                       flags.prior_precision, data.encoding, data.features, data.targets, sigma);
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

const std::string flats = RENYI_SOURCE_DIR "/examples/flats.csv";

testing::Outcome fit(std::vector<std::string> more) {
  more.insert(more.begin(), {"fit", "linear", flats, "--target=rent"});
  return testing::run_command(more);
}

nlohmann::json coefficients(std::vector<std::string> more) {
  more.emplace_back("--format=json");
  const auto outcome = fit(more);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out)["tables"]["coefficients"]["rows"];
}

TEST(LinearMethodCommand, OtherMethodsStandBesideTheExactPosterior) {
  const testing::TemporaryFolder folder;
  const std::string model = folder.path("m.safetensors");
  const auto evaluation = [&] {
    const auto outcome = testing::run_command({"evaluate", model, flats, "--format=json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out)["tables"]["scores"]["rows"];
  };
  ASSERT_EQ(fit({"--model", model}).code, 0);
  const auto exact = evaluation();
  for (const std::string method : {"laplace", "ep", "pep", "sep"}) {
    for (const auto& row : coefficients({"--method", method, "--model", model})) {
      EXPECT_NEAR(row[1].get<double>(), row[3].get<double>(), 1e-6) << method;
      EXPECT_NEAR(row[2].get<double>(), row[4].get<double>(), 1e-6) << method;
    }
    EXPECT_EQ(read_safetensors(model).metadata["posterior"], method);
    const auto scores = evaluation();
    for (std::size_t i = 0; i < exact.size(); ++i) {
      if (!exact[i][1].is_number()) continue;
      EXPECT_NEAR(scores[i][1].get<double>(), exact[i][1].get<double>(), 1e-6) << method;
    }
    EXPECT_EQ(testing::run_command({"predict", model, flats}).code, 0) << method;
  }
  const auto factorised = coefficients({"--method=ep", "--family=mean-field"});
  EXPECT_LT(factorised[3][2].get<double>(), factorised[3][4].get<double>());
}

TEST(LinearMethodCommand, ExactIsTheMethodWhereNoneIsNamed) {
  EXPECT_EQ(fit({"--method=exact", "--alpha=1"}).out, fit({}).out);
}

TEST(LinearMethodCommand, RefusesFlagsOfOtherMethods) {
  const auto refusal = [](const std::vector<std::string>& more) {
    const auto outcome = fit(more);
    EXPECT_EQ(outcome.code, 64);
    return outcome.err;
  };
  EXPECT_EQ(refusal({"--beta=0.5"}),
            "renyi: --beta: expected --method other than exact, found exact\n");
  EXPECT_EQ(refusal({"--family=mean-field"}),
            "renyi: --family: expected --method other than exact, found exact\n");
  EXPECT_EQ(refusal({"--method=vr", "--alpha=0,1"}),
            "renyi: --alpha: expected one order for --method vr, found 2\n");
  EXPECT_EQ(refusal({"--method=ep", "--posterior=approximate"}),
            "renyi: --posterior: expected --method exact, found ep\n");
  EXPECT_EQ(refusal({"--method=ep", "--batch=3"}),
            "renyi: --batch: expected --method sep, vr or bb-alpha, found ep\n");
}

}  // namespace
}  // namespace renyi::cli::linear_method_test
