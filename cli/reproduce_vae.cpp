#include "cli/reproduce_vae.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/interrupt.hpp"
#include "cli/jobs_progress.hpp"
#include "cli/result_files.hpp"
#include "cli/table_input.hpp"
#include "cli/vae_progress.hpp"
#include "experiments/vae_experiment.hpp"

namespace renyi::cli {
namespace {

// With every flag checked; store and models beside the result unless they are named.
struct ReproduceVaeOptions : VaeExperimentOptions {
  void validate() const {
    with_flags([this] { VaeExperimentOptions::validate(); });
  }
};

Report run_vae_experiment(VaeExperimentOptions options, const CommonOptions& common) {
  options.seed = common.seed;
  const std::string& folder = common.destination.folder;
  if (options.store.empty()) options.store = path_beside_result(folder, "renyi-results.db");
  if (options.models.empty()) options.models = path_beside_result(folder, "vae-models");
  path_beside_result(options.models, "");  // makes it
  const ProgressStyle style = progress_style(*common.err, common.quiet);
  const InterruptGuard guard;
  ExperimentRun run =
      vae_experiment(options, common.thread_count(),
                     {.jobs = {.stop = [] { return InterruptGuard::signal().has_value(); },
                               .progress = jobs_progress_observer(*common.err, style)},
                      .fit = vae_progress_observer(*common.err, style)});
  if (run.stopped)
    InterruptGuard::rethrow(
        fmt::format("{} of {} fits are in {}, the one under way in {}; the same command goes on",
                    run.finished, run.jobs, options.store, options.models));
  return std::move(run.report);
}

}  // namespace

Command reproduce_vae_command(const CommandText& text, CommonOptions& common) {
  CommandText with_examples = text;
  with_examples.required = {"data"};
  with_examples.footer =
      "Fits run one after another, with all threads in each. A run that was stopped goes on: what\n"
      "is finished is in the store, what is not in a checkpoint beside the models. Fits take "
      "hours\n"
      "with the paper's epochs; --epochs has them shorter.\n"
      "Examples:\n"
      "  renyi reproduce table-vae --data images --dataset frey --folds 1 --epochs 100\n"
      "  renyi reproduce table-vae --data images --dataset caltech --draws 5,50 --output results\n"
      "  renyi reproduce table-vae --data images --dataset mnist --alpha=0,-1,-inf --seeds 1,2,3";
  return make_command<ReproduceVaeOptions>(with_examples, common,
                                           [&common](const ReproduceVaeOptions& options) {
                                             return run_vae_experiment(options, common);
                                           });
}

}  // namespace renyi::cli
