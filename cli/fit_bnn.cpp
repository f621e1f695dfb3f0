// `renyi fit bnn DATA`: a Bayesian neural network of a table, by the bound of any order.
#include <fmt/format.h>

#include <utility>

#include "cli/bnn_orders.hpp"
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

void hint_batch(const BnnRun& run, const CommonOptions& common) {
  if (run.options().train.batch > run.rows())
    common.hint(
        fmt::format("--batch {}: the table has {} rows to learn from; all of them are one batch",
                    run.options().train.batch, run.rows()));
}

// Saves the model.
Report bnn_report(const BnnRun& run, const BnnFit& fit, const std::string& path,
                  const CommonOptions& common, const std::string& way_on) {
  const BnnModel model = run.model(fit.posterior);
  if (common.is_first()) save_model(path, model.save(), run.options().train.alpha);
  InterruptGuard::rethrow(where_saved(path, way_on));
  return {.tables = {bnn_table({.encoding = run.encoding(),
                                .options = run.options(),
                                .fit = fit,
                                .rows = run.rows(),
                                .validated = run.validated(),
                                .conformal = model.conformal()})},
          .figures = training_figures(fit.training.history, "rows")};
}

Report fit_one(const BnnRun& run, const BnnFlags& flags, const CommonOptions& common) {
  hint_batch(run, common);
  ResumableRun<double> resumable(flags.run, flags.model, run.identity(), common);
  const BnnFit fit = train_resumably(run, flags.model, common, resumable);
  Report report = bnn_report(run, fit, flags.model, common, resumable.way_on());
  resumable.add_communication(fit.training, report);
  return report;
}

// Each order has its own checkpoint, so that --resume goes on where the ladder was left.
template <class Input>
Report fit_orders(BnnFlags flags, const Input& input, const CommonOptions& common) {
  std::vector<BnnOrder> orders;
  for (const Alpha alpha : flags.choose_alpha) {
    flags.alpha = alpha;
    const BnnRun run(flags, input, common.seed);
    if (orders.empty()) hint_batch(run, common);
    common.hint(fmt::format("alpha {}, {} of {}", alpha.to_string(), orders.size() + 1,
                            flags.choose_alpha.size()));
    const std::string model =
        flags.model.empty() ? "" : fmt::format("{}.alpha={}", flags.model, alpha.to_string());
    ResumableRun<double> resumable(flags.run, model, run.identity(), common);
    orders.push_back({.alpha = alpha});
    try {
      orders.back().fit = train_resumably(run, model, common, resumable);
    } catch (const NumericalError& error) {
      common.hint(fmt::format("alpha {}: {}", alpha.to_string(), error.what()));
      continue;
    }
    InterruptGuard::rethrow(model.empty() ? where_saved("") : resumable.way_on());
    orders.back().log_densities = run.validated_log_densities(orders.back().fit->posterior);
  }
  const auto best = best_order(orders);
  if (!best) throw NumericalError("--choose-alpha: training of every order left the numbers");
  flags.alpha = orders[*best].alpha;
  const BnnRun run(flags, input, common.seed);
  Report report = bnn_report(run, *orders[*best].fit, flags.model, common, "");
  report.tables.push_back(bnn_orders_table(orders, *best));
  report.figures.insert(report.figures.begin(), bnn_orders_figure(orders, *best));
  return report;
}

template <class Input>
Report fit_table(const BnnFlags& flags, const Input& input, const DataSource& source,
                 const CommonOptions& common) {
  Report report = flags.choose_alpha.empty()
                      ? fit_one(BnnRun(flags, input, common.seed), flags, common)
                      : fit_orders(flags, input, common);
  report.data = {source};
  return report;
}

Report fit_bnn_report(BnnFlags flags, const CommonOptions& common) {
  flags.run.processes.hint_if_alone(common);
  if (flags.stream) {
    const TableFile table = open_to_learn(flags.table, flags.encoding, default_cache());
    return fit_table(flags, table, source_of(table), common);
  }
  const TableInput input = read_to_learn(flags.table, flags.encoding);
  return fit_table(flags, input, input.source, common);
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
           "  renyi fit bnn flats.csv --target rent --choose-alpha=1,0.5,0,-1 --validate 0.2\n"
           "  renyi fit bnn boston --split 0 --preset paper    # a folder with its own splits\n"
           "  renyi fit bnn flats.csv --target rent --model flats.safetensors --resume",
       .positional = {"data"},
       .files_out = {"model"},
       .with_others = true},
      common, [&common](const BnnFlags& flags) {
        const InterruptGuard guard;
        Report report;
        with_flags([&] { report = fit_bnn_report(flags, common); });
        return report;
      });
}

}  // namespace renyi::cli
