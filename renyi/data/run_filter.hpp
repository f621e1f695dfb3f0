// Chooses among runs and puts them in order: "alpha=0.5 and rmse<3", "-log_likelihood". Pure
// functions; what a field is says run_field.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/data/run_field.hpp"

namespace renyi {

enum class RunComparison : std::uint8_t {
  equal,
  not_equal,
  less,
  less_or_equal,
  greater,
  greater_or_equal
};

// Numbers are compared as numbers, text by its bytes. A run that has no such value, or NaN, or text
// where the condition has a number, meets only not_equal, and where it has no value not even that.
struct RunCondition {
  RunField field = {};
  RunComparison comparison = RunComparison::equal;
  std::string value = {};

  bool holds(const StoredRun& run) const;
};

// Conditions joined by " and ": a field, one of = != < <= > >=, and a value, with blanks or none
// between them. No text has no conditions. Throws UsageError that begins with "where".
std::vector<RunCondition> parse_run_conditions(std::string_view text,
                                               const std::vector<RunField>& fields);

struct RunSelection {
  std::string where = {};  // as parse_run_conditions takes it
  std::string sort = {};   // a field, the greatest first after a minus; empty: by id
  std::int64_t limit = 0;  // how many at most; 0: all
};

// Numbers come before text, and runs that have no value, or NaN, last in either order; equals
// remain in the order of `runs`. Throws UsageError that begins with the name of the member.
std::vector<StoredRun> select_runs(const std::vector<StoredRun>& runs,
                                   const RunSelection& selection);

}  // namespace renyi
