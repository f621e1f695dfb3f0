// `renyi sweep SWEEP.toml`: many fits, every combination of options, data and seeds, kept in a
// store.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/jobs_progress.hpp"
#include "cli/make_command.hpp"
#include "cli/result_files.hpp"
#include "cli/sweep_flags.hpp"
#include "cli/sweep_jobs.hpp"
#include "cli/sweep_table.hpp"
#include "experiments/jobs_report.hpp"
#include "experiments/shared_jobs.hpp"
#include "renyi/data/run_list.hpp"

namespace renyi::cli {
namespace {

// A fit that an earlier sweep has under another name, because other things varied, is the same, and
// so is one that this sweep has twice: alpha = "auto" and what that comes to.
void take_known_names(const std::vector<JobKey>& known_keys, std::vector<Job>& jobs) {
  using Content = std::tuple<std::string, std::uint64_t, std::string>;
  const auto content = [](const JobKey& key) {
    return Content{key.options, key.seed, key.fingerprint};
  };
  std::map<Content, std::set<std::string>> names;
  for (const JobKey& key : known_keys) names[content(key)].insert(key.name);
  for (Job& job : jobs) {
    auto& known = names[content(job.key)];
    if (known.empty()) known.insert(job.key.name);
    if (!known.contains(job.key.name)) job.key.name = *known.begin();
  }
}

// Reads the store, if there is one, and leaves it as it is.
Report dry_run(const SweepPlan& plan, const std::vector<SweepCase>& cases, SweepJobs sweep) {
  std::vector<std::string> statuses(cases.size(), "open");
  std::error_code none;
  if (std::filesystem::exists(plan.store, none)) {
    const RunList store(plan.store);
    std::vector<JobKey> keys;
    std::map<JobKey, JobStatus> known;
    for (const StoredRun& run : store.runs()) {
      keys.push_back(run.key());
      known.emplace(run.key(), run.status);
    }
    take_known_names(keys, sweep.jobs);
    for (std::size_t j = 0; j < cases.size(); ++j)
      if (const auto found = known.find(sweep.jobs[j].key); found != known.end())
        statuses[j] = to_string(found->second);
  }
  return {.data = std::move(sweep.sources), .tables = {sweep_cases_table(cases, statuses)}};
}

// Models are written when a fit ends, so that one that is done leaves none.
void hint_at_missing_models(const SweepPlan& plan, const std::vector<SweepCase>& cases,
                            const std::vector<Job>& jobs, const ResultStore& store,
                            const CommonOptions& common) {
  if (plan.keep_models.empty()) return;
  std::size_t missing = 0;
  std::error_code none;
  for (std::size_t j = 0; j < cases.size(); ++j) {
    if (std::filesystem::exists(sweep_model_path(plan, cases[j]), none)) continue;
    const auto job = store.find(jobs[j].key);
    if (job && job->status == JobStatus::done) ++missing;
  }
  if (missing > 0)
    common.hint(
        fmt::format("{} of {} fits are done without a model in {}, and are not run again "
                    "for it; with another --store they would be",
                    missing, cases.size(), plan.keep_models));
}

Report run_sweep(const SweepPlan& plan, const std::vector<SweepCase>& cases, SweepJobs sweep,
                 double lost_after, const CommonOptions& common) {
  if (!plan.keep_models.empty()) make_folder(plan.keep_models);
  const InterruptGuard guard;
  JobHooks hooks{.stop = [] { return InterruptGuard::signal().has_value(); }};
  if (!common.is_first()) {
    run_shared_jobs(sweep.jobs, nullptr, *common.others, hooks, lost_after);
    return {};
  }
  hooks.progress = jobs_progress_observer(*common.err, progress_style(*common.err, common.quiet));
  const ResultStore store(plan.store);
  take_known_names(store.keys(), sweep.jobs);
  hint_at_missing_models(plan, cases, sweep.jobs, store, common);
  const JobsOutcome outcome =
      common.others != nullptr
          ? run_shared_jobs(sweep.jobs, &store, *common.others, hooks, lost_after)
          : run_jobs(sweep.jobs, store, common.thread_count(), hooks);
  if (outcome.lost > 0)
    common.hint(fmt::format("{} of {} processes were lost; what they had was run by others",
                            outcome.lost, common.others->size()));
  const ExperimentRun run = experiment_run(outcome);
  if (run.stopped)
    InterruptGuard::rethrow(fmt::format("{} of {} fits are in {}; the same command goes on there",
                                        run.finished, run.jobs, plan.store));
  Report report{.data = std::move(sweep.sources),
                .tables = {sweep_table(plan, cases, outcome)},
                .figures = sweep_figures(plan, sweep.jobs, outcome)};
  add_failures(sweep.jobs, outcome, report);
  return report;
}

Report sweep_report(const SweepFlags& flags, const CommonOptions& common) {
  const SweepPlan plan = flags.plan(common.seed);
  const std::vector<SweepCase> cases = sweep_cases(plan);
  SweepJobs sweep = sweep_jobs(plan, cases);
  for (const std::string& hint : sweep.hints) common.hint(hint);
  return flags.dry_run ? dry_run(plan, cases, std::move(sweep))
                       : run_sweep(plan, cases, std::move(sweep), flags.lost_after, common);
}

}  // namespace

Command sweep_command(CommonOptions& common) {
  return make_command<SweepFlags>(
      {.name = "sweep",
       .description = "Fit every combination of options, data and seeds, and compare",
       .footer =
           "Each fit is kept in the store: a sweep that was stopped or killed goes on, a longer "
           "one "
           "runs only\nwhat is new, and several programs may work on one store. Values that hold "
           "commas stand in brackets.\n"
           "Examples:\n"
           "  renyi sweep boston.toml --dry-run\n"
           "  renyi sweep boston.toml --threads 2\n"
           "  renyi sweep --fit bnn --data boston --seeds 1,2 --set alpha=1,0.5 --set split=0,1,2\n"
           "  renyi sweep --fit bnn --data flats.csv --test new.csv --set target=rent --set "
           "hidden=[50],[50,50]",
       .optional = {"file"},
       .repeated = {{"set", ";"}},
       .with_others = true},
      common, [&common](const SweepFlags& flags) { return sweep_report(flags, common); });
}

}  // namespace renyi::cli
