// `renyi predict MODEL NEW`: what a fitted model says of new rows.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/make_command.hpp"
#include "cli/prediction_tables.hpp"
#include "cli/table_input.hpp"
#include "renyi/core/error.hpp"
#include "renyi/models/load_model.hpp"
#include "renyi/models/shared_model.hpp"

namespace renyi::cli {
namespace {

struct PredictOptions {
  std::string model = {};
  TableFlags table = {};
  std::vector<double> quantiles = {0.05, 0.5, 0.95};
  bool log_density = false;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("model", self.model, "model that `renyi fit ... --model` has saved");
    TableFlags::describe(self.table, field);
    field("quantiles", self.quantiles, "quantiles to print of a target of numbers");
    field("log-density", self.log_density,
          "how probable each row's target was, by its log density; the table must have it");
  }
  void validate() const {
    table.validate();
    for (const double level : quantiles)
      if (!(level > 0.0 && level < 1.0))
        throw UsageError(
            fmt::format("--quantiles: expected numbers between 0 and 1, found {}", level));
  }
};

Report predict_report(const PredictOptions& options, const CommonOptions& common) {
  const auto saved = load_model(options.model);
  ThreadPool pool(common.thread_count());
  const SharedModel model(*saved, &pool, common.others);
  const TableEncoding& encoding = model.encoding();
  const TableInput input = read_to_predict(options.table, encoding, options.log_density);
  const Matrix features = encode_features(encoding, input.table, input.rows);
  Report report;  // of this table alone, so that its CSV is one that programs read
  report.data = {input.source};
  report.tables = {predictions_table(model, features, input.rows, options.quantiles)};
  if (options.log_density)
    add_log_density(report.tables.front(), model, features,
                    encode_target(encoding, input.table, input.rows));
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
           "  renyi predict flats.safetensors new.csv --format csv > predictions.csv\n"
           "  renyi predict flats.safetensors known.csv --log-density",
       .positional = {"model", "data"},
       .with_others = true},
      common, [&common](const PredictOptions& options) { return predict_report(options, common); });
}

}  // namespace renyi::cli
