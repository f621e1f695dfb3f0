// `renyi predict MODEL NEW`: what a fitted model says of new rows.
#include <fmt/format.h>

#include <cmath>

#include "cli/commands.hpp"
#include "cli/make_command.hpp"
#include "cli/table_input.hpp"
#include "renyi/core/error.hpp"
#include "renyi/models/load_model.hpp"

namespace renyi::cli {
namespace {

struct PredictOptions {
  std::string model = {};
  TableFlags table = {};
  std::vector<double> quantiles = {0.05, 0.5, 0.95};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("model", self.model, "model that `renyi fit ... --model` has saved");
    TableFlags::describe(self.table, field);
    field("quantiles", self.quantiles, "quantiles of the target to print");
  }
  void validate() const {
    table.validate();
    for (const double level : quantiles)
      if (!(level > 0.0 && level < 1.0))
        throw UsageError(
            fmt::format("--quantiles: expected numbers between 0 and 1, found {}", level));
  }
};

Table predictions_table(const PredictOptions& options, const TableInput& input,
                        const PredictiveModel& model, const Predictions& predictions) {
  Table table{.name = "predictions",
              .title = fmt::format("Predictions of {} for {} {}", model.encoding().target.name,
                                   input.rows.size(), input.rows.size() == 1 ? "row" : "rows"),
              .columns = {"row", "mean", "sd", "noise_sd", "model_sd"}};
  for (const double level : options.quantiles) table.columns.push_back(fmt::format("q{}", level));
  for (Index r = 0; r < predictions.mean.size(); ++r) {
    const double noise = predictions.noise_sd(r);
    const double model_sd = predictions.model_sd(r);
    std::vector<Cell>& row = table.rows.emplace_back();
    row = {std::int64_t{input.rows[static_cast<std::size_t>(r)] + 1}, predictions.mean(r),
           std::hypot(noise, model_sd), noise, model_sd};
    for (const double quantile : predictions.quantiles.row(r)) row.emplace_back(quantile);
  }
  table.notes.emplace_back(
      "row: in the table, from 1. noise_sd is what would remain if the model were known, model_sd "
      "what is not known of the model; sd holds both. q0.05 lies above the target with "
      "probability 0.05.");
  return table;
}

Report predict_report(const PredictOptions& options) {
  const auto model = load_model(options.model);
  const TableEncoding& encoding = model->encoding();
  const TableInput input = read_to_predict(options.table, encoding, false);
  const Matrix features = encode_features(encoding, input.table, input.rows);
  const Predictions predictions = model->predict(features, options.quantiles);
  Report report;  // of this table alone, so that its CSV is one that programs read
  report.data = {input.source};
  report.tables = {predictions_table(options, input, *model, predictions)};
  return report;
}

}  // namespace

Command predict_command(CommonOptions& common) {
  return make_command<PredictOptions>(
      {.name = "predict",
       .description = "Predict new rows with a fitted model",
       .footer =
           "Columns are found by name, in any order; others are ignored. Without a header the\n"
           "columns must be as many as in the table that was learned from, or as many as the "
           "features.\n"
           "Examples:\n"
           "  renyi predict flats.safetensors new.csv\n"
           "  renyi predict flats.safetensors new.csv --format csv > predictions.csv",
       .positional = {"model", "data"}},
      common, [](const PredictOptions& options) { return predict_report(options); });
}

}  // namespace renyi::cli
