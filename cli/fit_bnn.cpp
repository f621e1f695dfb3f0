// `renyi fit bnn DATA`: a Bayesian neural network of a table, by the bound of any order.
#include <fmt/format.h>

#include <utility>

#include "cli/bnn_run.hpp"
#include "cli/bnn_tables.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/make_command.hpp"
#include "cli/model_file.hpp"
#include "cli/resume.hpp"
#include "cli/training_text.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/cached_copy.hpp"

namespace renyi::cli {
namespace {

Report bnn_report(const BnnRun& run, const DataSource& source, const BnnFlags& flags,
                  const CommonOptions& common) {
  if (run.options().train.batch > run.rows())
    common.hint(
        fmt::format("--batch {}: the table has {} rows to learn from; all of them are one batch",
                    run.options().train.batch, run.rows()));
  ResumableRun<double> resumable(flags.run, flags.model, run.identity(), common);
  const BnnFit fit = train_resumably(run, flags.model, common, resumable);
  const BnnModel model = run.model(fit.posterior);
  if (common.is_first()) save_model(flags.model, model.save(), run.options().train.alpha);
  InterruptGuard::rethrow(where_saved(flags.model, resumable.way_on()));
  Report report;
  report.data = {source};
  report.tables = {bnn_table({.encoding = run.encoding(),
                              .options = run.options(),
                              .fit = fit,
                              .rows = run.rows(),
                              .validated = run.validated(),
                              .conformal = model.conformal()})};
  report.figures = training_figures(fit.training.history, "rows");
  resumable.add_communication(fit.training.steps, fit.training.seconds, report);
  return report;
}

Report fit_bnn_report(BnnFlags flags, const CommonOptions& common) {
  if (flags.stream) {
    const TableFile table = open_to_learn(flags.table, flags.encoding, default_cache());
    return bnn_report(BnnRun(flags, table, common.seed), source_of(table), flags, common);
  }
  const TableInput input = read_to_learn(flags.table, flags.encoding);
  return bnn_report(BnnRun(flags, input, common.seed), input.source, flags, common);
}

}  // namespace

Command fit_bnn_command(CommonOptions& common) {
  return make_command<BnnFlags>(
      {.name = "bnn",
       .description = "Bayesian neural network: predictions with their uncertainty, at any order",
       .footer =
           "Columns of words become one column a category; missing cells are refused unless "
           "--impute mean.\n"
           "Examples:\n"
           "  renyi fit bnn flats.csv --target rent --model flats.safetensors\n"
           "  renyi fit bnn flats.csv --target rent --alpha 0 --hidden 50,50 --validate 0.1\n"
           "  renyi fit bnn boston --split 0 --preset paper    # a folder with its own splits\n"
           "  renyi fit bnn flats.csv --target rent --model flats.safetensors --resume",
       .positional = {"data"},
       .file_out = "model",
       .with_others = true},
      common, [&common](const BnnFlags& flags) {
        const InterruptGuard guard;
        Report report;
        with_flags([&] { report = fit_bnn_report(flags, common); });
        return report;
      });
}

}  // namespace renyi::cli
