#include "experiments/theorem_3.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "experiments/one_parameter.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr double powers[] = {1.1, 1.5, 2.0, 4.0};  // r of Hölder's inequality

struct Subject {
  OneParameterModel model;
  MiniBatchEnergy energy;

  // A q that is wider than the posterior, so that the orders differ.
  explicit Subject(OneParameterModel of)
      : model(std::move(of)), energy(model, moment_matched(model, 1.5)) {}
};

std::vector<Subject> subjects() {
  return {Subject(gaussian_mean({-1.2, 0.1, 0.3, 0.8, 1.9, 2.4})),
          Subject(poisson_rate({0, 1, 1, 2, 3, 4})), Subject(bernoulli_logit({0, 0, 1, 1, 1, 1}))};
}

std::vector<std::string> with_powers(std::vector<std::string> before, const std::string& after) {
  for (const double r : powers) before.push_back(fmt::format("r={}", r));
  before.push_back(after);
  return before;
}

// The right sides for every r, then how far the smallest of them is above the energy.
void add_right_sides(std::vector<Cell>& row, const MiniBatchEnergy& energy, Alpha alpha,
                     std::int64_t batch) {
  double least = std::numeric_limits<double>::infinity();
  for (const double r : powers) {
    const double side = energy.theorem_3(alpha, r, batch);
    least = std::min(least, side);
    row.emplace_back(side);
  }
  const double expected = energy.expected(alpha, batch);
  row.push_back(std::isinf(expected) ? Cell(NotAvailable{}) : Cell(least - expected));
}

Table theorem_table(const Subject& subject, const Theorem3Options& options) {
  const auto& [mean, variance] = subject.energy.q();
  Table table{.name = subject.model.name,
              .title = fmt::format("Theorem 3 on {}, mini-batches of {} of {} rows, q = N({:.4g}, "
                                   "{:.4g})",
                                   subject.model.title, options.batch, subject.energy.rows(), mean,
                                   variance),
              .columns = with_powers({"alpha", "L_alpha(D)", "E_S energy"}, "room"),
              .notes = {"L_alpha(D) <= E_S energy <= the right side of Theorem 3 for every r > 1; "
                        "room: from the energy to the smallest right side. inf: the bound of order "
                        "1 - (1 - alpha) r is infinite; na: so is the energy."}};
  for (const Alpha alpha : options.alphas) {
    std::vector<Cell> row = {alpha.value(), subject.energy.of_all(alpha),
                             subject.energy.expected(alpha, options.batch)};
    add_right_sides(row, subject.energy, alpha, options.batch);
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table corollary_table(const std::vector<Subject>& all) {
  Table table{
      .name = "bb_alpha",
      .title = "Corollary 2: the same for the energy of black-box alpha, one row a batch",
      .columns = with_powers({"model", "beta", "L(D)", "BB-alpha"}, "room"),
      .notes = {"beta: the alpha of black-box alpha; L(D) and the energy are those of order "
                "1 - beta/N."}};
  for (const Subject& subject : all)
    for (const double beta : {0.1, 0.5, 1.0, 2.0}) {
      const Alpha alpha(1.0 - beta / static_cast<double>(subject.energy.rows()));
      std::vector<Cell> row = {subject.model.name, beta, subject.energy.of_all(alpha),
                               subject.energy.expected(alpha, 1)};
      add_right_sides(row, subject.energy, alpha, 1);
      table.rows.push_back(std::move(row));
    }
  return table;
}

Table counterexample_table() {
  const MiniBatchEnergy energy(regression_slope({2.0, 0.0}, {0.0, 0.0}), {0.0, 1.0});
  const double right_side = energy.theorem_3(Alpha::iwae(), 1.5, 1);
  const double left_side = energy.expected(Alpha::iwae(), 1);
  Table table{
      .name = "counterexample",
      .title = "Not for regression: x = (2, 0), y = (0, 0), alpha = 0, r = 1.5, q = N(0, 1)",
      .columns = {"quantity", "reference", "here", "difference"},
      .notes = {"Theorem 3 needs a log-partition A(theta) that all rows share; here it is "
                "x^2 theta^2 / 2. The energy is larger than the right side. That it is not "
                "less than L_alpha(D) holds on every model, by Jensen's inequality."}};
  const auto add = [&](const char* name, double reference, double here) {
    table.rows.push_back({std::string(name), reference, here, here - reference});
  };
  add("E_S energy", -2.387, left_side);
  add("right side of Theorem 3", -2.487, right_side);
  add("energy less right side", 0.100, left_side - right_side);
  add("L_0(D) = log p(D)", -std::log(2.0 * std::numbers::pi) - 0.5 * std::log(5.0),
      energy.of_all(Alpha::iwae()));
  return table;
}

// By a scan over r - 1 = 10^-2 to 10^2: some r have an infinite right side.
double least_right_side(const MiniBatchEnergy& energy, Alpha alpha, std::int64_t batch) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = -40; i <= 40; ++i)
    least = std::min(least, energy.theorem_3(alpha, 1.0 + std::pow(10.0, 0.05 * i), batch));
  return least;
}

Figure figure_of(const Subject& subject, const Theorem3Options& options) {
  Figure figure{.name = subject.model.name,
                .title = fmt::format("Theorem 3 on {}", subject.model.title),
                .x = {.label = "alpha"},
                .y = {.label = "energy"},
                .notes = {"The energy of mini-batches lies between the bound of all data and the "
                          "right side of Theorem 3, here with the best r."}};
  Series bound{.name = "L_alpha(D)"}, mean{.name = "E_S energy"},
      right{.name = "right side of Theorem 3", .dashed = true};
  for (int i = 0; i <= 40; ++i) {
    const Alpha alpha(i / 40.0);
    for (auto* series : {&bound, &mean, &right}) series->x.push_back(alpha.value());
    bound.y.push_back(subject.energy.of_all(alpha));
    mean.y.push_back(subject.energy.expected(alpha, options.batch));
    right.y.push_back(least_right_side(subject.energy, alpha, options.batch));
  }
  figure.series = {std::move(right), std::move(mean), std::move(bound)};
  return figure;
}

}  // namespace

void Theorem3Options::validate() const {
  if (alphas.empty()) throw UsageError("theorem 3: expected at least one alpha");
  for (const Alpha alpha : alphas)
    if (!alpha.is_finite() || alpha.value() > 1.0)
      throw UsageError(
          fmt::format("alpha: expected finite orders of at most 1, found {}", alpha.to_string()));
  if (batch < 1 || batch > 6)
    throw UsageError(fmt::format("batch: expected 1 to 6, found {}", batch));
}

Report theorem_3(const Theorem3Options& options) {
  options.validate();
  const std::vector<Subject> all = subjects();
  Report report;
  for (const Subject& subject : all) {
    report.tables.push_back(theorem_table(subject, options));
    report.figures.push_back(figure_of(subject, options));
  }
  report.tables.push_back(corollary_table(all));
  report.tables.push_back(counterexample_table());
  return report;
}

}  // namespace renyi
