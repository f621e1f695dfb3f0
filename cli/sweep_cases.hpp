// The single fits of a sweep: every combination of data, seeds and values. A pure function; running
// them is sweep_jobs.hpp's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/sweep_plan.hpp"

namespace renyi::cli {

struct SweepCase {
  std::size_t data = 0;  // which of the plan's
  std::uint64_t seed = 1;
  std::vector<std::string> values = {};  // of the plan's options, in their order
  std::string name = {};                 // "bnn/boston/alpha=0.5/split=0": only what varies
};

// The name of the file or folder without what comes before and behind, or the path where two would
// be the same.
std::vector<std::string> sweep_data_names(const SweepPlan& plan);

// Without an ending, "bnn-boston-alpha=0.5-split=0-seed=1": one for each case.
std::string sweep_file_name(const SweepPlan& plan, const SweepCase& one);

// By seed, then by split, so that a run that is stopped has whole tables; then by data and by
// option, the last fastest. UsageError or DataError where there are more than a million.
std::vector<SweepCase> sweep_cases(const SweepPlan& plan);

}  // namespace renyi::cli
