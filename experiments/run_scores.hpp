// Which stored runs are repetitions of one setting, and what they scored: seeds, splits and folds
// are averaged over, the other options that vary tell settings apart, and so do data that have the
// same name but are not the same. Pictures of it are in run_figures.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "renyi/data/run_list.hpp"

namespace renyi {

struct RunScore {
  std::int64_t id = 0;
  std::string data = {};        // "boston"; "bnn boston" where there are several kinds of fits
  std::string position = {};    // the value of the option that it is shown against: "0.5"
  std::string setting = {};     // the other options that vary: "draws=10 hidden=50"; often empty
  std::string repetition = {};  // "seed=1 split=0"
  double value = 0.0;           // of the metric
};

struct RunScores {
  std::string metric = {};
  std::string against = {};                 // the option, mostly alpha
  std::vector<RunScore> scores = {};        // in the order of the runs
  std::vector<std::string> positions = {};  // all values of the option, numbers in their order
  // Options that vary, but that the others tell already: no setting of their own.
  std::vector<std::string> accompanying = {};
  // Earlier runs of what a later one has done again: the same setting, position and repetition.
  std::int64_t left_out = 0;
};

// alpha where it varies among runs that are done, or where nothing else does; else the first option
// that does.
std::string axis_option(const std::vector<StoredRun>& runs);

// Of the runs that are done and have the metric and the option. An option tells settings of a data
// set apart where it varies among runs that agree in the option shown against, and in those options
// that were found to do so before it: first those that stand in names of runs, then all others, and
// last the label that says what the data are.
RunScores run_scores(const std::vector<StoredRun>& runs, const std::string& metric,
                     const std::string& against);

// Scores that agree in data, setting and position, in the order of their first one.
struct ScoreGroup {
  std::string data = {};
  std::string setting = {};
  std::string position = {};
  std::vector<std::int64_t> ids = {};
  std::vector<double> values = {};
};
std::vector<ScoreGroup> score_groups(const RunScores& scores);

// The different values, in the order in which they first occur.
std::vector<std::string> data_of(const RunScores& scores);

}  // namespace renyi
