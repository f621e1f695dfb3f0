// What can be asked of a run by name: what the store says of every run, its options and its
// metrics. Conditions and orders on fields are in run_filter.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "renyi/data/run_list.hpp"

namespace renyi {

// Nothing where the run has no such value, as the metrics of one that failed.
using RunValue = std::variant<std::monostate, double, std::string>;

enum class RunFieldKind : std::uint8_t { own, option, metric };

struct RunField {
  std::string name = {};  // what it goes by among all fields
  RunFieldKind kind = RunFieldKind::own;
  std::string key = {};  // its name within its kind

  RunValue of(const StoredRun& run) const;
  // Whether it is always a number, or always text; an option may be either.
  bool is_number() const;
  bool is_text() const;
};

// First those that every run has (id, name, status, ...), then every option and every metric of
// any of the runs, each in the order of their names. Where names meet, the option is "option.NAME"
// and the metric "metric.NAME".
std::vector<RunField> run_fields(const std::vector<StoredRun>& runs);

// The field of that name; "option.NAME" and "metric.NAME" always work. Throws UsageError that
// begins with `what`, lists the fields and the nearest name.
const RunField& find_run_field(const std::vector<RunField>& fields, std::string_view what,
                               const std::string& name);

}  // namespace renyi
