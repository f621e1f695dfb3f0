#include "cli/reproduce_bnn.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/interrupt.hpp"
#include "cli/jobs_progress.hpp"
#include "cli/result_files.hpp"
#include "cli/table_input.hpp"
#include "experiments/bnn_experiment.hpp"

namespace renyi::cli {
namespace {

// With every flag checked; the store beside the result unless it is named.
struct ReproduceBnnOptions : BnnExperimentOptions {
  void validate() const {
    with_flags([this] { BnnExperimentOptions::validate(); });
  }
};

Report run_experiment(BnnExperimentOptions options, const CommonOptions& common,
                      const std::vector<BnnMetric>& metrics) {
  options.seed = common.seed;
  if (options.store.empty())
    options.store = path_beside_result(common.destination.folder, "renyi-results.db");
  const InterruptGuard guard;
  ExperimentRun experiment = bnn_experiment(
      options, metrics, common.thread_count(),
      {.stop = [] { return InterruptGuard::signal().has_value(); },
       .progress = jobs_progress_observer(*common.err, progress_style(*common.err, common.quiet))});
  if (experiment.stopped)
    InterruptGuard::rethrow(fmt::format("{} of {} fits are in {}; the same command goes on there",
                                        experiment.finished, experiment.jobs, options.store));
  return std::move(experiment.report);
}

}  // namespace

Command reproduce_bnn_command(const CommandText& text, CommonOptions& common,
                              std::vector<BnnMetric> metrics) {
  CommandText with_examples = text;
  with_examples.required = {"data"};
  with_examples.footer =
      "Each fit is kept in the store: a run that was stopped goes on, and the three commands of\n"
      "the networks share fits. Data sets other than the paper's are fitted as its small ones.\n"
      "Examples:\n"
      "  renyi reproduce " +
      text.name +
      " --data uci --quick\n"
      "  renyi reproduce " +
      text.name +
      " --data uci --datasets boston,yacht --splits 5\n"
      "  renyi reproduce " +
      text.name + " --data uci --output results";
  return make_command<ReproduceBnnOptions>(
      with_examples, common,
      [&common, metrics = std::move(metrics)](const ReproduceBnnOptions& options) {
        return run_experiment(options, common, metrics);
      });
}

}  // namespace renyi::cli
