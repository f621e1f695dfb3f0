#include "experiments/figure_1b.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <utility>

#include "experiments/maximise.hpp"
#include "experiments/toy_regression.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "renyi/models/linear_mean_field.hpp"
#include "renyi/models/linear_noise.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

using Curve = std::function<double(double sigma)>;

LinearRegression noisy_regression(const Figure1bOptions& options) {
  constexpr double correlation = -0.95;
  Matrix normals(3, options.rows);
  fill_normal({options.seed, Purpose::data, 0}, {}, normals);
  Matrix features(options.rows, 2);
  features.col(0) = normals.row(0).transpose();
  features.col(1) =
      (correlation * normals.row(0) + std::sqrt(1.0 - correlation * correlation) * normals.row(1))
          .transpose();
  const Vector targets =
      features.rowwise().sum() + options.noise * Vector(normals.row(2).transpose());
  return {features, targets};
}

std::string name_of(Alpha alpha) { return fmt::format("alpha = {}", alpha.to_string()); }

// The curve at all of `sigmas`, and a point where it is largest, in one colour.
void draw(Figure& figure, const std::string& name, const std::vector<double>& sigmas,
          const Curve& curve, const std::optional<Maximum>& best, bool dashed) {
  Series line{.name = name, .group = name, .x = sigmas, .dashed = dashed};
  for (const double sigma : sigmas) line.y.push_back(curve(sigma));
  figure.series.push_back(std::move(line));
  if (best)
    figure.series.push_back({.name = name + ", its maximum",
                             .group = name,
                             .mark = Mark::points,
                             .x = {best->at},
                             .y = {best->value}});
}

std::vector<double> between(double low, double high, Index count) {
  const Vector points = Vector::LinSpaced(count, low, high);
  return {points.begin(), points.end()};
}

Report right_picture(const Figure1bOptions& options) {
  const LinearRegression model = noisy_regression(options);
  const SigmaOptimum exact = maximum_likelihood_sigma(model);
  Table table{
      .name = "sigma",
      .title = fmt::format("The noise that each order prefers; the data were made with {}",
                           options.noise),
      .columns = {"alpha", "reference", "here", "difference", "bound", "log p(D) there"},
      .notes = {fmt::format(
          "reference: the exact maximum-likelihood sigma, where log p(D) = {:.6g}. bound: the "
          "largest over sigma of the best q's, which is the largest of all q for alpha > 0 "
          "and the smallest for alpha < 0.",
          exact.value)}};
  Figure figure{.name = "bound",
                .title = "Figure 1(b) by the right formula, on noisy data",
                .x = {.label = "sigma"},
                .y = {.label = "bound of the best factorised q"}};
  const auto sigmas = between(0.5 * exact.sigma, 2.0 * exact.sigma, 120);
  const auto evidence = [&](double sigma) { return model.log_evidence(sigma).value; };
  draw(figure, "log p(D)", sigmas, evidence, Maximum{exact.sigma, exact.value}, true);
  for (const Alpha alpha : options.alphas) {
    const SigmaOptimum best = mean_field_sigma(alpha, model);
    table.rows.push_back({alpha.value(), exact.sigma, best.sigma, best.sigma - exact.sigma,
                          best.value, evidence(best.sigma)});
    draw(
        figure, name_of(alpha), sigmas,
        [&](double sigma) { return fit_mean_field(alpha, model, sigma).bound; },
        Maximum{best.sigma, best.value}, false);
  }
  return {.tables = {table}, .figures = {figure}};
}

// What Figure 1(b) shows: its curves are largest at these of 100 sigmas from 0.01 to 2.
std::optional<double> published_sigma(Alpha alpha) {
  for (const auto& [order, sigma] :
       {std::pair{0.0, .513}, std::pair{0.5, .714}, std::pair{1.0, .814}})
    if (alpha == Alpha(order)) return sigma;
  if (alpha == Alpha::vr_min()) return .894;
  return std::nullopt;
}

Report published_picture(const Figure1bOptions& options) {
  const LinearRegression model = toy_regression();
  const double half_rows = 0.5 * static_cast<double>(model.statistics().rows);
  const double log_two_pi = std::log(2.0 * std::numbers::pi);
  const auto slip = [&](double sigma) {
    return half_rows * (log_two_pi + 2.0 * std::log(sigma)) - half_rows * log_two_pi * sigma;
  };
  Table table{
      .name = "published",
      .title = "The optima of the published picture, by the authors' constant",
      .columns = {"alpha", "reference", "here", "difference", "between the grid's points",
                  "right slope"},
      .notes = {"reference, here: the best of 100 sigmas from 0.01 to 2. right slope: of the bound "
                "by the right formula in log sigma, at 0.01. It is negative: without the slip "
                "every order's bound rises as sigma goes to 0, and none has an optimum. na: "
                "not in the paper, or at the end of the grid."}};
  Figure figure{.name = "bound",
                .title = "Figure 1(b) as published, with -N/2 log(2 pi) sigma for the constant",
                .x = {.label = "sigma"},
                .y = {.label = "bound of the best factorised q"}};
  const auto sigmas = between(0.01, 2.0, 100);
  const auto add = [&](const std::string& name, const Curve& curve, bool dashed) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < sigmas.size(); ++i)
      if (curve(sigmas[i]) > curve(sigmas[best])) best = i;
    std::optional<Maximum> top;
    if (best > 0 && best + 1 < sigmas.size())
      top = maximise(curve, sigmas[best - 1], sigmas[best + 1]);
    draw(figure, name, sigmas, curve, top, dashed);
    return std::pair(sigmas[best], top);
  };
  add(
      "log p(D)", [&](double s) { return model.log_evidence(s).value + slip(s); }, true);
  for (const Alpha alpha : options.alphas) {
    const auto [here, top] = add(
        name_of(alpha), [&](double s) { return fit_mean_field(alpha, model, s).bound + slip(s); },
        false);
    const auto reference = published_sigma(alpha);
    table.rows.push_back({alpha.value(), cell_or_na(reference), here,
                          cell_or_na(reference ? std::optional(here - *reference) : std::nullopt),
                          cell_or_na(top ? std::optional(top->at) : std::nullopt),
                          fit_mean_field(alpha, model, sigmas.front()).log_sigma_slope});
  }
  return {.tables = {table}, .figures = {figure}};
}

}  // namespace

void Figure1bOptions::validate() const {
  if (alphas.empty()) throw UsageError("figure 1(b): expected at least one alpha");
  if (rows < 3 || rows > 1000000)
    throw UsageError(fmt::format("rows: expected 3 to 1000000, found {}", rows));
  if (!std::isfinite(noise) || !(noise > 0.0))
    throw UsageError(fmt::format("noise: expected a positive finite number, found {}", noise));
}

Report figure_1b(const Figure1bOptions& options) {
  options.validate();
  return options.authors_constant ? published_picture(options) : right_picture(options);
}

}  // namespace renyi
