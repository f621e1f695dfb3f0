// The fits of a sweep as jobs that run_jobs() works off: what each is known by in the store, and
// how it is run. Data are read once, before the first fit.
#pragma once

#include <vector>

#include "cli/sweep_cases.hpp"
#include "experiments/run_jobs.hpp"
#include "renyi/inference/train.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

struct SweepJobs {
  std::vector<Job> jobs = {};  // one a case
  std::vector<DataSource> sources = {};
  std::vector<std::string> hints = {};
};

// Throws what is wrong with the data or the options of any case.
SweepJobs sweep_jobs(const SweepPlan& plan, const std::vector<SweepCase>& cases);

// Those of one kind.
SweepJobs sweep_bnn_jobs(const SweepPlan& plan, const std::vector<SweepCase>& cases);
SweepJobs sweep_vae_jobs(const SweepPlan& plan, const std::vector<SweepCase>& cases);

// What a case's run is found by, besides its key: its data by name, its test by path, and which
// data there are by what is in them.
JobLabels sweep_labels(const SweepPlan& plan, const SweepCase& one,
                       const std::vector<DataSource>& sources);

// By path, without repetition.
std::vector<DataSource> each_once(std::vector<DataSource> sources);

// Stops training when that is asked for.
Observer stop_observer(const StopRequest& stop);

// Where a case's model is kept: "FOLDER/bnn-boston-alpha=0.5-seed=1.safetensors"; empty where none
// is.
std::string sweep_model_path(const SweepPlan& plan, const SweepCase& one);

}  // namespace renyi::cli
