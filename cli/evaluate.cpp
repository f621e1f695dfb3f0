// `renyi evaluate MODEL TEST`: how good a fitted model's predictions are on rows whose targets are
// known.
#include "cli/commands.hpp"
#include "cli/evaluation.hpp"
#include "cli/make_command.hpp"
#include "cli/table_input.hpp"
#include "renyi/models/load_model.hpp"

namespace renyi::cli {
namespace {

struct EvaluateOptions {
  std::string model = {};
  TableFlags table = {};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("model", self.model, "model that `renyi fit ... --model` has saved");
    TableFlags::describe(self.table, field);
  }
  void validate() const { table.validate(); }
};

Report evaluate_report(const EvaluateOptions& options) {
  const auto model = load_model(options.model);
  const TableEncoding& encoding = model->encoding();
  const TableInput input = read_to_predict(options.table, encoding, true);
  const Matrix features = encode_features(encoding, input.table, input.rows);
  Report report;
  report.data = {input.source};
  add_evaluation(*model, features, encode_target(encoding, input.table, input.rows), report);
  return report;
}

}  // namespace

Command evaluate_command(CommonOptions& common) {
  return make_command<EvaluateOptions>(
      {.name = "evaluate",
       .description = "Score a fitted model on rows whose targets are known",
       .footer = "Examples:\n"
                 "  renyi evaluate flats.safetensors test.csv\n"
                 "  renyi evaluate boston.safetensors boston --split 0      # its test rows",
       .positional = {"model", "data"}},
      common, [](const EvaluateOptions& options) { return evaluate_report(options); });
}

}  // namespace renyi::cli
