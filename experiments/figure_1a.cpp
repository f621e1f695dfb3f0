#include "experiments/figure_1a.hpp"

#include <fmt/format.h>

#include "experiments/toy_regression.hpp"
#include "renyi/core/error.hpp"
#include "renyi/models/linear_mean_field.hpp"

namespace renyi {

void Figure1aOptions::validate() const {
  if (alphas.empty()) throw UsageError("figure 1(a): expected at least one alpha");
}

Report figure_1a(const Figure1aOptions& options) {
  options.validate();
  const LinearRegression model = toy_regression();
  const LinearPosterior posterior = model.posterior(toy_sigma);
  const double evidence = model.log_evidence(toy_sigma).value;

  Table table{
      .name = "precision",
      .title = "The best factorised Gaussian by order: the precision of both coefficients",
      .columns = {"alpha", "reference", "here", "difference", "sd", "bound", "log p(D)"},
      .notes = {"reference: rho_alpha Lambda_11, appendix B's closed form for two "
                "coefficients. here: the solver for any dimension. sd: the circle's radius. "
                "bound: L_alpha(q), the largest of all q for alpha > 0 and the smallest for "
                "alpha < 0. The marginals of the exact posterior have sd 0.774597."}};
  Figure figure{.name = "posterior",
                .title = "Figure 1(a): the exact posterior and its factorised approximations",
                .x = {.label = "first coefficient"},
                .y = {.label = "second coefficient"},
                .notes = {"Curves of equal density at one standard deviation."},
                .equal_scales = true};
  const auto contour = [](std::string name, const Gaussian& gaussian) {
    const auto& [mean, s] = gaussian;
    return ellipse(std::move(name), mean(0), mean(1), s(0, 0), s(0, 1), s(1, 1));
  };
  figure.series.push_back(contour("exact posterior", posterior.distribution()));
  figure.series.back().dashed = true;
  for (const Alpha alpha : options.alphas) {
    const LinearMeanField fit = fit_mean_field(alpha, model, toy_sigma);
    const double precision = 1.0 / fit.q.variance(0);
    const double reference = toy_precision(alpha);
    table.rows.push_back({alpha.value(), reference, precision, precision - reference, fit.sd()(0),
                          fit.bound, evidence});
    figure.series.push_back(contour(fmt::format("alpha = {}", alpha.to_string()), full(fit.q)));
  }
  return {.tables = {table}, .figures = {figure}};
}

}  // namespace renyi
