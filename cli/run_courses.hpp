// The course of training of stored runs: tables and figures of what each epoch gave.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/data/run_list.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

struct RunCourse {
  std::int64_t id = 0;
  EpochMetrics epochs = {};
};

std::vector<RunCourse> run_courses(const RunList& store, const std::vector<StoredRun>& runs);

// One line an epoch: run, epoch, and one column for each quantity that any of the runs has. Of each
// run only the last epochs where `last` is not 0. No lines where no run has any.
Table epochs_table(const std::vector<RunCourse>& courses, std::int64_t last = 0);

// One figure a quantity, one line a run.
std::vector<Figure> course_figures(const std::vector<RunCourse>& courses);

}  // namespace renyi::cli
