#include "cli/linear_method.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cli/glm_tables.hpp"
#include "cli/linear_tables.hpp"
#include "renyi/data/standardise.hpp"

namespace renyi::cli {

LinearModel LinearMethodFit::model() const {
  return {reference.encoding, {fit.mean, fit.covariance}, reference.exact.sigma};
}

LinearMethodFit fit_linear_by(const GlmFit& method, double prior_precision,
                              const TableEncoding& encoding, const ConstMatrixRef& features,
                              const ConstVectorRef& targets, const std::optional<double>& sigma) {
  LinearMethodFit result;
  result.reference = fit_linear(encoding, features, targets,
                                {.alphas = {}, .sigma = sigma, .prior_precision = prior_precision});
  result.problem = make_problem(
      {GlmFamily::gaussian, result.reference.exact.sigma}, features,
      standardised(targets, {.mean = encoding.target_mean, .scale = encoding.target_scale}),
      prior_precision);
  result.fit = method(result.problem);
  result.fit.log_evidence -= static_cast<double>(features.rows()) * std::log(encoding.target_scale);
  return result;
}

Table linear_method_table(const GlmFlags& flags, const LinearMethodFit& fit) {
  const TableEncoding& encoding = fit.reference.encoding;
  Table table = glm_table({encoding, flags, GlmFamily::gaussian, fit.problem.rows(), fit.fit});
  table.rows.push_back(
      {sigma_text(fit.reference), encoding.target_scale * fit.reference.exact.sigma});
  table.rows.push_back({std::string("log evidence, exact"), fit.reference.exact.log_evidence});
  table.notes.emplace_back(fit.reference.sigma_learned
                               ? "sigma: what the exact fit learns, and this method is given."
                               : "sigma: of the noise, in the table's units.");
  return table;
}

Table linear_method_coefficients(const LinearMethodFit& fit) {
  Table table{.name = "coefficients",
              .title = "Coefficients: this method's and the exact posterior's",
              .columns = {"coefficient", "mean", "sd", "exact_mean", "exact_sd"}};
  const TableEncoding& encoding = fit.reference.encoding;
  const auto names = coefficient_names(encoding);
  const Vector units = coefficient_units(encoding);
  const Gaussian& exact = fit.reference.exact.coefficients;
  const Vector sd = fit.fit.sd(), exact_sd = fit.reference.exact.sd();
  for (Index i = 0; i < units.size(); ++i) {
    const double origin = i == 0 ? encoding.target_mean : 0.0;
    table.rows.push_back({names[static_cast<std::size_t>(i)], origin + units(i) * fit.fit.mean(i),
                          units(i) * sd(i), origin + units(i) * exact.mean(i),
                          units(i) * exact_sd(i)});
  }
  table.notes.push_back(
      fmt::format("In the table's units. (intercept): the target where every feature is {}.",
                  encoding.means.isZero(0.0) ? "0" : "at its mean"));
  return table;
}

Figure linear_method_figure(const GlmFlags& flags, const LinearMethodFit& fit) {
  const TableEncoding& encoding = fit.reference.encoding;
  Figure figure{.name = "coefficients",
                .title = "Effect of one standard deviation of each feature, 95 % intervals",
                .x = {.label = "feature", .categories = encoding.design_names()},
                .y = {.label = "change of " + encoding.target.name}};
  figure.series.push_back(
      coefficient_intervals(encoding, fit.reference.exact.coefficients, "exact", 0.0));
  figure.series.push_back(coefficient_intervals(encoding, {fit.fit.mean, fit.fit.covariance},
                                                std::string(to_string(flags.method)), 0.3));
  return figure;
}

}  // namespace renyi::cli
