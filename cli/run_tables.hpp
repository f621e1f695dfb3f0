// Tables of the runs of a store: many of them a line each, one in full, some side by side. Which
// runs, and where they are printed, is the command's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "renyi/data/run_field.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

Cell run_cell(const RunField& field, const StoredRun& run);

// One line a run, one column a field. `all` is how many the store has.
Table run_lines(const std::vector<StoredRun>& runs, const std::vector<RunField>& columns,
                std::size_t all);

// What is shown of many runs where nobody says what: id, name, status, seed, seconds and the first
// metrics. `fields` are all that there are.
std::vector<RunField> usual_columns(const std::vector<RunField>& fields);

// Of one run what the store says of every run, its options and its metrics.
std::vector<Table> run_details(const StoredRun& run);

// What differs between the runs, and their metrics; with two runs also the difference.
std::vector<Table> run_differences(const std::vector<StoredRun>& runs);

}  // namespace renyi::cli
