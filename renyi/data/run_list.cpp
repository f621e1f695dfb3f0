#include "renyi/data/run_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/json_file.hpp"
#include "renyi/data/json_node.hpp"
#include "renyi/data/store_schema.hpp"

namespace renyi {
namespace {

// Stores of the first version have the bound of each epoch among the metrics, by this name.
constexpr std::string_view epoch_mark = "/epoch=";

struct EpochName {
  std::string metric;
  std::int64_t epoch;
};

// "bound/epoch=00012"; nothing for other names.
std::optional<EpochName> epoch_of(std::string_view name) {
  const std::size_t at = name.find(epoch_mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view digits = name.substr(at + epoch_mark.size());
  std::int64_t epoch = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, problem] = std::from_chars(digits.data(), end, epoch);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return EpochName{std::string(name.substr(0, at)), epoch};
}

std::string option_as_text(const JsonNode::Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const auto& part : value) text += (text.empty() ? "" : ",") + option_as_text(part);
  return text;
}

void read_options(const std::string& json, const std::string& path, StoredRun& run) {
  const std::string source = fmt::format("{}, options of run {}", path, run.id);
  const JsonNode::Json options = parse_json(json, source);
  if (!options.is_object()) throw DataError({.file = source}, "an object", options.type_name());
  for (const auto& [name, value] : options.items()) run.options[name] = option_as_text(value);
}

// What the options have already stays as it is.
void add_options_of_name(StoredRun& run) {
  constexpr const char* unnamed[] = {"fit", "data"};
  std::size_t next = 0;
  for (std::string_view rest = run.name; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos)
      run.options.emplace(part.substr(0, equals), part.substr(equals + 1));
    else if (next < std::size(unnamed))
      run.options.emplace(unnamed[next++], part);
  }
}

// Likewise.
void add_labels(const std::string& json, const std::string& path, StoredRun& run) {
  const std::string source = fmt::format("{}, labels of run {}", path, run.id);
  const JsonNode::Json labels = parse_json(json, source);
  if (!labels.is_object()) throw DataError({.file = source}, "an object", labels.type_name());
  if (labels.empty()) return add_options_of_name(run);
  for (const auto& [name, value] : labels.items()) run.options.emplace(name, option_as_text(value));
}

StoredRun read_run(const SqlStatement& row, const std::string& path) {
  StoredRun run{.id = row.integer(0),
                .name = row.text(1),
                .options_json = row.text(2),
                .seed = static_cast<std::uint64_t>(row.integer(3)),
                .fingerprint = row.text(4),
                .version = row.text(5),
                .status = parse_enum<JobStatus>(row.text(6)),
                .error = row.text(7),
                .seconds = row.real(8),
                .started = row.text(9),
                .finished = row.text(10),
                .host = row.text(11)};
  read_options(run.options_json, path, run);
  add_labels(row.text(12), path, run);
  return run;
}

}  // namespace

RunList::RunList(const std::string& path) : database_(path, SqlAccess::read) {
  version_ = require_store(database_);
  database_.run("BEGIN");  // runs and metrics of one moment
  SqlStatement jobs = database_.prepare(fmt::format(
      "SELECT id, name, options, seed, fingerprint, version, status, error, seconds, started, "
      "finished, {}, {} FROM jobs ORDER BY id",
      version_ >= 2 ? "host" : "''", version_ >= 3 ? "labels" : "'{}'"));
  while (jobs.next()) runs_.push_back(read_run(jobs, path));
  SqlStatement metrics = database_.prepare("SELECT job, name, value FROM metrics ORDER BY job");
  auto run = runs_.begin();
  while (metrics.next()) {
    while (run != runs_.end() && run->id < metrics.integer(0)) ++run;
    if (run == runs_.end()) break;
    std::string name = metrics.text(1);
    if (run->id == metrics.integer(0) && !epoch_of(name))
      run->metrics.emplace(std::move(name), metrics.real(2));
  }
  database_.run("COMMIT");
}

const StoredRun& RunList::run(std::int64_t id) const {
  const auto found = std::ranges::find(runs_, id, &StoredRun::id);
  if (found != runs_.end()) return *found;
  const std::string there = runs_.empty()
                                ? "which has none"
                                : fmt::format("from {} to {}", runs_.front().id, runs_.back().id);
  throw UsageError(fmt::format("id: expected a run of {}, {}, found {}", path(), there, id));
}

EpochMetrics RunList::epochs(std::int64_t id) const {
  EpochMetrics epochs;
  if (version_ >= 2) {
    SqlStatement rows = database_.prepare("SELECT name, epoch, value FROM epochs WHERE job = ?1");
    rows.bind(1, id);
    while (rows.next()) epochs[rows.integer(1)][rows.text(0)] = rows.real(2);
  } else {
    SqlStatement rows = database_.prepare("SELECT name, value FROM metrics WHERE job = ?1");
    rows.bind(1, id);
    while (rows.next())
      if (const auto name = epoch_of(rows.text(0)))
        epochs[name->epoch][name->metric] = rows.real(1);
  }
  return epochs;
}

}  // namespace renyi
