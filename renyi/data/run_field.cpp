#include "renyi/data/run_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "renyi/core/error.hpp"
#include "renyi/data/column_names.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/nearest_name.hpp"
#include "renyi/data/number.hpp"

namespace renyi {
namespace {

struct OwnField {
  const char* name;
  bool number;
  RunValue (*of)(const StoredRun& run);
};

RunValue number_or_none(double value) { return std::isnan(value) ? RunValue() : RunValue(value); }
RunValue text_or_none(const std::string& text) { return text.empty() ? RunValue() : text; }

constexpr std::array<OwnField, 11> own_fields = {{
    {"id", true, [](const StoredRun& run) { return RunValue(static_cast<double>(run.id)); }},
    {"name", false, [](const StoredRun& run) { return RunValue(run.name); }},
    {"status", false,
     [](const StoredRun& run) { return RunValue(std::string(to_string(run.status))); }},
    {"seed", true, [](const StoredRun& run) { return RunValue(static_cast<double>(run.seed)); }},
    {"seconds", true, [](const StoredRun& run) { return number_or_none(run.seconds); }},
    {"host", false, [](const StoredRun& run) { return text_or_none(run.host); }},
    {"started", false, [](const StoredRun& run) { return text_or_none(run.started); }},
    {"finished", false, [](const StoredRun& run) { return text_or_none(run.finished); }},
    {"version", false, [](const StoredRun& run) { return text_or_none(run.version); }},
    {"fingerprint", false, [](const StoredRun& run) { return text_or_none(run.fingerprint); }},
    {"error", false, [](const StoredRun& run) { return text_or_none(run.error); }},
}};

const OwnField& own_field(const std::string& name) {
  return *std::ranges::find_if(own_fields, [&](const OwnField& f) { return f.name == name; });
}

RunValue option_value(const std::string& text) {
  if (const auto number = parse_number(text)) return *number;
  return text;
}

const char* prefix(RunFieldKind kind) {
  return kind == RunFieldKind::option ? "option." : "metric.";
}

}  // namespace

RunValue RunField::of(const StoredRun& run) const {
  if (kind == RunFieldKind::own) return own_field(key).of(run);
  if (kind == RunFieldKind::option) {
    const auto found = run.options.find(key);
    return found == run.options.end() ? RunValue() : option_value(found->second);
  }
  const auto found = run.metrics.find(key);
  return found == run.metrics.end() ? RunValue() : RunValue(found->second);
}

bool RunField::is_number() const {
  return kind == RunFieldKind::metric || (kind == RunFieldKind::own && own_field(key).number);
}

bool RunField::is_text() const { return kind == RunFieldKind::own && !own_field(key).number; }

std::vector<RunField> run_fields(const std::vector<StoredRun>& runs) {
  std::vector<RunField> fields;
  std::set<std::string> taken;
  for (const OwnField& own : own_fields) {
    fields.push_back({.name = own.name, .kind = RunFieldKind::own, .key = own.name});
    taken.insert(own.name);
  }
  std::set<std::string> options, metrics;
  for (const StoredRun& run : runs) {
    for (const auto& option : run.options) options.insert(option.first);
    for (const auto& metric : run.metrics) metrics.insert(metric.first);
  }
  const auto add = [&](RunFieldKind kind, const std::set<std::string>& keys) {
    for (const std::string& key : keys) {
      const bool free = taken.insert(key).second;
      fields.push_back({.name = free ? key : prefix(kind) + key, .kind = kind, .key = key});
    }
  };
  add(RunFieldKind::option, options);
  add(RunFieldKind::metric, metrics);
  return fields;
}

const RunField& find_run_field(const std::vector<RunField>& fields, std::string_view what,
                               const std::string& name) {
  for (const RunField& field : fields)
    if (field.name == name ||
        (field.kind != RunFieldKind::own && prefix(field.kind) + field.key == name))
      return field;
  std::vector<std::string> names;
  names.reserve(fields.size());
  for (const RunField& field : fields) names.push_back(field.name);
  throw UsageError(fmt::format("{}: expected a field of the runs ({}), found {}{}", what,
                               list_columns(names), name.empty() ? "nothing" : excerpt(name),
                               perhaps_meant(names, name)));
}

}  // namespace renyi
