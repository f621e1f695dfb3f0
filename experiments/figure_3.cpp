#include "experiments/figure_3.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "experiments/grid_posterior.hpp"
#include "experiments/local_to_global.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr std::int64_t most_figure_3_rows = 1024;

// In the posterior's standard deviations: how far the mean is off, and the mean width.
double worst_mean_error(const Gaussian& truth, const Gaussian& q) {
  return ((q.mean - truth.mean).array() / truth.covariance.diagonal().array().sqrt())
      .abs()
      .maxCoeff();
}
double mean_width(const Gaussian& truth, const Gaussian& q) {
  const auto ratios = q.covariance.diagonal().array() / truth.covariance.diagonal().array();
  return std::exp(0.5 * ratios.log().mean());
}

void add_approximations(Table& table, const GridPosterior& truth, std::int64_t rows,
                        const std::vector<LocalToGlobal>& all) {
  for (const auto& [method, fixed_point, beta, batch, alpha, q] : all) {
    std::vector<Cell> row = {rows, beta, std::string(method),
                             batch == 0 ? Cell(NotAvailable{}) : Cell(batch), alpha};
    if (q)
      for (const double value :
           {worst_mean_error(truth.moments(), *q), mean_width(truth.moments(), *q),
            truth.divergence_to(*q), truth.divergence_from(*q)})
        row.emplace_back(value);
    else
      row.insert(row.end(), 4, NotAvailable{});
    table.rows.push_back(std::move(row));
  }
}

Figure widths_figure(const GridPosterior& truth, std::int64_t rows, const Figure3Options& options,
                     const std::vector<LocalToGlobal>& all) {
  Figure figure{.name = fmt::format("widths_{}", rows),
                .title = fmt::format("Figure 3, N = {}: the width of q from local to global", rows),
                .x = {.label = "rows M of a mini-batch, N at the right", .logarithmic = true},
                .y = {.label = "standard deviation / the posterior's"},
                .notes = {"Lines: the energy of M rows at a time. Points at M = 1/2: power EP, a "
                          "factor a row; at M = 0.7: stochastic EP."}};
  for (const double beta : options.betas) {
    const std::string group = fmt::format("beta = {}", beta);
    Series line{.name = group, .group = group, .mark = Mark::line_and_points};
    Series points{.name = group, .group = group, .mark = Mark::points};
    for (const auto& [method, is_fixed_point, of, batch, alpha, q] : all) {
      if (of != beta || !q) continue;
      Series& series = is_fixed_point ? points : line;
      series.x.push_back(!is_fixed_point ? static_cast<double>(batch) : batch == 0 ? 0.5 : 0.7);
      series.y.push_back(mean_width(truth.moments(), *q));
    }
    figure.series.push_back(std::move(line));
    figure.series.push_back(std::move(points));
  }
  return figure;
}

Figure contours_figure(const GridPosterior& truth, std::int64_t rows,
                       const std::vector<LocalToGlobal>& all) {
  Figure figure{.name = "contours",
                .title = fmt::format("The posterior's moments and q, N = {}", rows),
                .x = {.label = "first coefficient"},
                .y = {.label = "second coefficient"},
                .notes = {"Curves of equal density at one standard deviation."},
                .equal_scales = true};
  const auto add = [&figure](std::string name, const Gaussian& of) {
    figure.series.push_back(ellipse(std::move(name), of.mean(0), of.mean(1), of.covariance(0, 0),
                                    of.covariance(0, 1), of.covariance(1, 1)));
  };
  add("posterior", truth.moments());
  figure.series.back().dashed = true;
  const double largest = std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
                           return a.beta < b.beta;
                         })->beta;
  for (const auto& [method, fixed_point, beta, batch, alpha, q] : all)
    if (beta == largest && q) add(fmt::format("{}, M = {}", method, batch), *q);
  return figure;
}

}  // namespace

void Figure3Options::validate() const {
  if (betas.empty() || std::ranges::any_of(betas, [](double b) { return !(b >= 0.0 && b <= 1.0); }))
    throw UsageError("--beta: expected numbers from 0 to 1");
  if (rows.empty() || std::ranges::any_of(rows, [](std::int64_t n) {
        return n < 8 || n % 4 != 0 || n > most_figure_3_rows;
      }))
    throw UsageError(
        fmt::format("--rows: expected multiples of 4 from 8 to {}", most_figure_3_rows));
}

Report figure_3(const Figure3Options& options) {
  options.validate();
  Report report;
  Table table{
      .name = "posteriors",
      .title = fmt::format("Figure 3: {} q for {} regression with two coefficients",
                           to_string(options.family), to_string(options.likelihood)),
      .columns = {"N", "beta", "method", "M", "alpha", "mean off", "sd / true", "KL(p|q)",
                  "KL(q|p)"},
      .notes = {"beta: power of a row's likelihood. M: rows of a mini-batch; none: a factor "
                "a row. alpha: order of the divergence, 1 - beta of each row's for power "
                "EP, 1 - beta M / N of all data else. mean off: the worst, in the "
                "posterior's standard deviations. na: at order 0 the bound of all data is "
                "the evidence, whatever q is."}};
  for (const std::int64_t rows : options.rows) {
    const GlmProblem problem = correlated_regression(options.likelihood, rows, options.seed);
    const GridPosterior truth(problem);
    const auto all = local_to_global(problem, options.family, options.betas, options.seed);
    add_approximations(table, truth, rows, all);
    report.figures.push_back(widths_figure(truth, rows, options, all));
    if (rows == options.rows.back()) report.figures.push_back(contours_figure(truth, rows, all));
  }
  report.tables = {std::move(table)};
  return report;
}

}  // namespace renyi
