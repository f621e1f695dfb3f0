#include "cli/bnn_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/training_text.hpp"

namespace renyi::cli {
namespace {

std::string network_text(const NetworkShape& network) {
  return fmt::format("{}-{}{}{} {}", network.inputs, fmt::join(network.hidden, "-"),
                     network.hidden.empty() ? "" : "-", network.outputs,
                     to_string(network.activation));
}

}  // namespace

Table bnn_table(const BnnSummary& summary) {
  const BnnPosterior& posterior = summary.fit.posterior;
  const Fit& training = summary.fit.training;
  Table table{.name = "model",
              .title = fmt::format("Bayesian neural network for {} from {} columns",
                                   summary.encoding.target.name, summary.encoding.features.size()),
              .columns = {"quantity", "value"}};
  const auto add = [&](const char* quantity, Cell value) {
    table.rows.push_back({std::string(quantity), std::move(value)});
  };
  add("rows learned from", std::int64_t{summary.rows});
  if (summary.validated > 0) add("rows to validate with", std::int64_t{summary.validated});
  add("network", network_text(posterior.network));
  add("weights", std::int64_t{posterior.mean.size()});
  add("alpha", summary.options.train.alpha.value());
  add("steps", training.steps);
  add("ended", ending_text(training.ending));
  if (!training.history.empty()) {
    const EpochSummary& last = training.history.back();
    add("bound, last epoch", last.bound);
    add("effective draws, last epoch", last.effective_draws);
  }
  if (training.best_epoch) add("best epoch", *training.best_epoch);
  if (training.best_score) add("validation log likelihood", *training.best_score);
  if (has_noise_level(posterior.likelihood))
    add("sd of the noise", summary.encoding.target_scale * std::exp(0.5 * posterior.log_variance));
  if (summary.conformal) {
    add("rows to calibrate with", std::int64_t{summary.conformal->rows});
    add("calibrated level", summary.conformal->level);
    add("its interval in sds", summary.conformal->factor);
  }
  table.notes.emplace_back(
      "bound: of the log evidence of the standardised target, mean over the epoch's steps. "
      "effective draws: of each step's, by the weights that the order gives them.");
  return table;
}

}  // namespace renyi::cli
