#include "cli/linear_tables.hpp"

#include <fmt/format.h>

#include <cmath>

namespace renyi::cli {

Series coefficient_intervals(const TableEncoding& encoding, const Gaussian& coefficients,
                             const std::string& name, double shift) {
  constexpr double two_sided_95 = 1.959963984540054;
  Series series{.name = name, .mark = Mark::points};
  for (Index i = 1; i <= encoding.width(); ++i) {
    const double mean = encoding.target_scale * coefficients.mean(i);
    const double reach =
        two_sided_95 * encoding.target_scale * std::sqrt(coefficients.covariance(i, i));
    series.x.push_back(static_cast<double>(i - 1) + shift);
    series.y.push_back(mean);
    series.lower.push_back(mean - reach);
    series.upper.push_back(mean + reach);
  }
  return series;
}

std::vector<std::string> coefficient_names(const TableEncoding& encoding) {
  std::vector<std::string> names = {"(intercept)"};
  for (auto& name : encoding.design_names()) names.push_back(std::move(name));
  return names;
}

Vector coefficient_units(const TableEncoding& encoding) {
  Vector units(encoding.width() + 1);
  units << encoding.target_scale, encoding.target_scale * encoding.scales.cwiseInverse();
  return units;
}

std::string sigma_text(const LinearFit& fit) {
  return fit.sigma_learned ? "sigma, maximum likelihood" : "sigma, given";
}

Table model_table(const LinearFit& fit) {
  const double scale = fit.encoding.target_scale;
  Table table{.name = "model",
              .title = fmt::format("Linear regression of {} on {} columns",
                                   fit.encoding.target.name, fit.encoding.features.size()),
              .columns = {"quantity", "value"}};
  table.rows = {{std::string("rows"), std::int64_t{fit.rows}},
                {std::string("coefficients"), std::int64_t{fit.exact.coefficients.mean.size()}},
                {sigma_text(fit), scale * fit.exact.sigma},
                {std::string("log evidence"), fit.exact.log_evidence}};
  table.notes.emplace_back(
      scale == 1.0 && fit.encoding.target_mean == 0.0
          ? "The prior of every coefficient is N(0, 1 / prior-precision) in the table's units."
          : "Target and features are standardised to mean 0 and variance 1 (a constant column is "
            "only centred); the prior of every coefficient is N(0, 1 / prior-precision) in those "
            "units. Everything printed is in the table's units again.");
  return table;
}

Table bounds_table(const LinearFit& fit) {
  Table table{.name = "bounds",
              .title = "Bounds of the log evidence by the best factorised approximation",
              .columns = {"alpha", "bound", "log_evidence", "gap", "sigma"}};
  for (const LinearCandidate& candidate : fit.approximations)
    table.rows.push_back({candidate.alpha->value(), candidate.bound, candidate.log_evidence,
                          candidate.bound - candidate.log_evidence,
                          fit.encoding.target_scale * candidate.sigma});
  table.notes.emplace_back(
      fit.sigma_learned
          ? "Positive orders bound the evidence from below, negative ones from above, 0 is exact. "
            "sigma is the one that the bound of that order learns, and log_evidence the exact one "
            "at it."
          : "Positive orders bound the evidence from below, negative ones from above, 0 is exact.");
  return table;
}

Table coefficients_table(const LinearFit& fit) {
  Table table{.name = "coefficients",
              .title = "Coefficients: exact posterior and factorised approximations",
              .columns = {"coefficient", "mean", "sd"}};
  for (const LinearCandidate& candidate : fit.approximations) {
    const std::string alpha = candidate.alpha->to_string();
    if (fit.sigma_learned) table.columns.push_back("mean[" + alpha + "]");
    table.columns.push_back("sd[" + alpha + "]");
  }
  const auto names = coefficient_names(fit.encoding);
  const Vector units = coefficient_units(fit.encoding);
  for (Index i = 0; i < units.size(); ++i) {
    const double origin = i == 0 ? fit.encoding.target_mean : 0.0;
    const auto mean = [&](const LinearCandidate& candidate) {
      return origin + units(i) * candidate.coefficients.mean(i);
    };
    std::vector<Cell>& row = table.rows.emplace_back();
    row = {names[static_cast<std::size_t>(i)], mean(fit.exact), units(i) * fit.exact.sd()(i)};
    for (const LinearCandidate& candidate : fit.approximations) {
      if (fit.sigma_learned) row.emplace_back(mean(candidate));
      row.emplace_back(units(i) * candidate.sd()(i));
    }
  }
  table.notes.emplace_back(fmt::format(
      "sd[1] is that of the approximation of order alpha = 1, and so on{}. (intercept): the target "
      "where every feature is {}.",
      fit.sigma_learned ? ", mean[1] its mean at the sigma that it learns"
                        : "; the means are the exact ones",
      fit.encoding.means.isZero(0.0) ? "0" : "at its mean"));
  if (fit.encoding.width() > static_cast<Index>(fit.encoding.features.size()))
    table.notes.emplace_back(
        "Of the coefficients of one column's categories the data only tell the differences: each "
        "alone "
        "is as wide as the prior leaves it.");
  return table;
}

Figure coefficients_figure(const LinearFit& fit) {
  Figure figure{.name = "coefficients",
                .title = "Effect of one standard deviation of each feature, 95 % intervals",
                .x = {.label = "feature", .categories = fit.encoding.design_names()},
                .y = {.label = "change of " + fit.encoding.target.name}};
  figure.series.push_back(
      coefficient_intervals(fit.encoding, fit.exact.coefficients, "exact", 0.0));
  const double step = 0.6 / static_cast<double>(fit.approximations.size() + 1);
  for (const LinearCandidate& candidate : fit.approximations)
    figure.series.push_back(coefficient_intervals(
        fit.encoding, candidate.coefficients, "alpha = " + candidate.alpha->to_string(),
        step * static_cast<double>(figure.series.size())));
  return figure;
}

}  // namespace renyi::cli
