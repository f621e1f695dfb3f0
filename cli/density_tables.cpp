#include "cli/density_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cli/up_to_a_constant.hpp"

namespace renyi::cli {
namespace {

Cell optional_cell(const std::optional<double>& value) {
  return value ? Cell(*value) : Cell(NotAvailable{});
}

std::string k_in_words(const std::optional<double>& k) {
  if (!k) return "the weights are equal, or too few differ to say";
  if (*k < 0.5) return "good: below 0.5 the weights have a variance";
  if (*k < 0.7) return "fair: up to 0.7 weighing still works, slowly";
  if (*k < 1.0) return "bad: above 0.7 weighing does not work in practice";
  return "very bad: from 1 on the weights have no mean";
}

// Of draws by their weights: the least value that at least the share `level` is not above.
double weighted_quantile(const NamedDraws& draws, Index row, const std::vector<Index>& order,
                         double level) {
  double reached = 0.0;
  for (const Index k : order) {
    reached += draws.weights.size() > 0 ? draws.weights(k)
                                        : 1.0 / static_cast<double>(draws.values.cols());
    if (reached >= level - 1e-12) return draws.values(row, k);
  }
  return draws.values(row, order.back());
}

std::vector<Index> sorted_draws(const NamedDraws& draws, Index row) {
  std::vector<Index> order(static_cast<std::size_t>(draws.values.cols()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return draws.values(row, a) < draws.values(row, b); });
  return order;
}

}  // namespace

Table verdict_table(const std::string& model, const DensityFit& fit, const Trust& trust) {
  Table table = audit_table(trust);
  table.title = fmt::format("{}: {}", model, to_string(trust.verdict));
  table.notes.clear();
  const std::vector<std::vector<Cell>> of_fit = {
      {std::string("coordinates"), std::int64_t{fit.map.dimension()}},
      {std::string("alpha"), fit.alpha.value()},
      {std::string("steps"), fit.training.steps},
      {std::string("settled"), std::string(fit.training.settled ? "yes" : "no")}};
  table.rows.insert(table.rows.begin() + 2, of_fit.begin(), of_fit.end());
  return table;
}

Table audit_table(const Trust& trust) {
  Table table{.name = "verdict",
              .title = fmt::format("The draws: {}", to_string(trust.verdict)),
              .columns = {"quantity", "value"}};
  table.rows = {{std::string("verdict"), std::string(to_string(trust.verdict))},
                {std::string("reason"), trust.reason},
                {std::string("Pareto k"), optional_cell(trust.diagnostics.tails.upper)},
                {std::string("Pareto k in words"), k_in_words(trust.diagnostics.tails.upper)},
                {std::string("draws judged"), std::int64_t{trust.weights.size()}},
                {std::string("effective draws"), trust.diagnostics.effective_draws}};
  table.notes.emplace_back(
      "By the draws alone: whether the fit had settled is not known here, nor what lies beyond "
      "them.");
  return table;
}

Table evidence_table(const Trust& trust) {
  constexpr double quantile = 1.96;
  Table table{.name = "evidence",
              .title = "Bounds and estimates of the log evidence",
              .columns = {"quantity", "K", "value", "standard_error", "low", "high"}};
  const auto row = [&](const char* quantity, Index draws, const std::optional<double>& value,
                       const std::optional<double>& error) {
    const auto shifted = [&](double by) {
      return value && error ? Cell(*value + by * *error) : Cell(NotAvailable{});
    };
    table.rows.push_back({std::string(quantity), std::int64_t{draws}, optional_cell(value),
                          optional_cell(error), shifted(-quantile), shifted(quantile)});
  };
  const auto error = [](const Estimate& estimate) {
    return estimate.standard_error ? estimate.standard_error : estimate.monte_carlo_error;
  };
  const Index draws = trust.weights.size();
  row("lower bound, alpha = 1", 1, trust.elbo.value, error(trust.elbo));
  for (const GrowingBound& bound : trust.growing)
    row("lower bound, alpha = 0", bound.draws, bound.estimate.value, error(bound.estimate));
  using Number = std::optional<double>;
  row("estimate", draws, trust.log_evidence,
      trust.log_evidence ? Number(trust.log_evidence_error) : std::nullopt);
  row("estimate, alpha = -1", draws, trust.above ? Number(trust.above->value) : std::nullopt,
      trust.above ? error(*trust.above) : std::nullopt);
  table.notes.emplace_back(
      "low, high: 95 % by the standard error. Lower bounds hold in the mean over draws; errors are "
      "of the draws. The estimate weighs all draws, smoothed (PSIS); that of alpha = -1 is above "
      "the log evidence if there are draws enough, and no bound. Both are na where the weights' "
      "tail does not allow them. Where a prior of the model is improper, all are up to a "
      "constant.");
  if (trust.up_to_a_constant) label_up_to_a_constant(table, {"value", "low", "high"});
  return table;
}

Table parameters_table(const NamedDraws& draws) {
  Table table{.name = "parameters",
              .title = draws.weights.size() > 0 ? "Parameters, by the smoothed weights of the draws"
                                                : "Parameters, by the draws of q",
              .columns = {"parameter", "mean", "sd", "q5", "q50", "q95"}};
  for (Index i = 0; i < draws.values.rows(); ++i) {
    const auto values = draws.values.row(i);
    const Vector weights =
        draws.weights.size() > 0
            ? draws.weights
            : Vector::Constant(values.size(), 1.0 / static_cast<double>(values.size()));
    const double mean = values.dot(weights);
    const double sd = std::sqrt((values.array() - mean).square().matrix().dot(weights));
    const auto order = sorted_draws(draws, i);
    table.rows.push_back({draws.names[static_cast<std::size_t>(i)], mean, sd,
                          weighted_quantile(draws, i, order, 0.05),
                          weighted_quantile(draws, i, order, 0.5),
                          weighted_quantile(draws, i, order, 0.95)});
  }
  return table;
}

Table orders_table(const AlphaChoice& choice) {
  Table table{.name = "orders",
              .title = "Chosen " + choice.reason,
              .columns = {"alpha", "settled", "pareto_k", "effective_draws", "log_evidence",
                          "standard_error", "verdict"}};
  for (const DensityFit& fit : choice.fits)
    table.rows.push_back(
        {fit.alpha.value(), std::string(fit.training.settled ? "yes" : "no"),
         optional_cell(fit.trust.diagnostics.tails.upper), fit.trust.diagnostics.effective_draws,
         optional_cell(fit.trust.log_evidence),
         fit.trust.log_evidence ? Cell(fit.trust.log_evidence_error) : Cell(NotAvailable{}),
         std::string(to_string(fit.trust.verdict))});
  table.notes.emplace_back(
      "Each order goes on from the one before. Of those whose weights can be trusted, the one that "
      "knows the log evidence best is chosen. Verdicts here are of the unconstrained coordinates, "
      "in which fits are made.");
  if (choice.fits.front().trust.up_to_a_constant) label_up_to_a_constant(table, {"log_evidence"});
  return table;
}

Table modes_table(const std::vector<DensityMode>& modes, const std::vector<DensityFit>& fits) {
  Table table{.name = "modes",
              .title = fmt::format("{} {} found from {} starts", modes.size(),
                                   modes.size() == 1 ? "mode" : "modes", fits.size()),
              .columns = {"mode", "starts", "log_evidence", "share"}};
  for (std::size_t i = 0; i < modes.size(); ++i)
    table.rows.push_back({static_cast<std::int64_t>(i + 1), std::ssize(modes[i].fits),
                          modes[i].log_evidence, modes[i].weight});
  table.notes.emplace_back(
      "starts: how many came there. share: of the evidence of all modes found, and of the draws.");
  if (fits.front().trust.up_to_a_constant) label_up_to_a_constant(table, {"log_evidence"});
  return table;
}

}  // namespace renyi::cli
