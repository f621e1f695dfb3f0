// `renyi report`: what is kept in a file as text, CSV or a page: a stored result again, or all
// results of a store.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "cli/commands.hpp"
#include "cli/make_command.hpp"
#include "cli/run_selection.hpp"
#include "experiments/run_report.hpp"
#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"
#include "renyi/report/json_reader.hpp"
#include "renyi/report/page.hpp"

namespace renyi::cli {
namespace {

struct ReportOptions {
  std::string result;
  std::string page;
  std::string where;
  RunReportOptions of_store;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("result", self.result, "a result that renyi wrote as JSON, or a store; - is stdin");
    field("page", self.page, "file to write the page to");
    field("where", self.where,
          "of a store: only runs like alpha=0.5 or seed<3; given again: and also like that");
    RunReportOptions::describe(self.of_store, field);
  }
  void validate() const {}
};

// Flags that mean nothing for a single result must not be passed over.
void require_no_flags_of_stores(const ReportOptions& options) {
  const RunReportOptions usual;
  const auto refuse = [&](const char* flag) {
    throw UsageError(fmt::format("--{}: expected a store of results, found {}", flag,
                                 options.result == "-" ? "stdin" : options.result));
  };
  if (!options.where.empty()) refuse("where");
  if (options.of_store.metric != usual.metric) refuse("metric");
  if (options.of_store.better != usual.better) refuse("better");
  if (options.of_store.against != usual.against) refuse("against");
}

std::vector<StoredRun> chosen_runs(const RunList& store, const std::string& where) {
  std::vector<StoredRun> runs = select_runs(store.runs(), {.where = where});
  const auto done = [](const std::vector<StoredRun>& some) {
    return std::ranges::count(some, JobStatus::done, &StoredRun::status);
  };
  if (done(runs) == 0 && done(store.runs()) > 0)
    throw UsageError(
        fmt::format("where: expected some of the {} runs that are done, found none like {}",
                    done(store.runs()), where));
  return runs;
}

// A file that can be read and is neither a store nor begins as a result does.
void require_result(const std::string& path) {
  if (path == "-") return;
  std::ifstream file(path, std::ios::binary);
  char first = 0;
  const bool has_text = static_cast<bool>(file >> first);  // passes over blanks
  if (!file.is_open() || (has_text && first == '{')) return;
  throw DataError({.file = path}, "a result that renyi wrote as JSON, or a store of results",
                  has_text ? "neither" : "an empty file");
}

Report report_of(const ReportOptions& options, const CommonOptions& common) {
  if (!is_sqlite_file(options.result)) {
    require_result(options.result);
    Report report = read_report(options.result);
    require_no_flags_of_stores(options);
    return report;
  }
  const RunList store(options.result);
  Report report;
  with_flags(
      [&] { report = run_report(store, chosen_runs(store, options.where), options.of_store); });
  report.command = "report";
  report.options = options_of(options, common);
  return report;
}

// With a page to write, that is all that is asked for.
Result stored_report(const ReportOptions& options, const CommonOptions& common) {
  Report report = report_of(options, common);
  if (options.page.empty()) return report;
  write_file_atomically(options.page, report_page(report));
  if (common.destination.folder.empty()) return std::string();
  return report;
}

}  // namespace

Command report_command(CommonOptions& common) {
  return make_command<ReportOptions>(
      {.name = "report",
       .description = "Show a stored result again, or all of a store, or make the page",
       .footer = "Examples:\n"
                 "  renyi report result.json -o page.html\n"
                 "  renyi report result.json --format csv\n"
                 "  renyi report results.db --metric rmse -o page.html\n"
                 "  renyi report results.db --where data=boston --output results",
       .positional = {"result"},
       .files_out = {"page"},
       .repeated = selection_joint()},
      common, [&common](const ReportOptions& options) { return stored_report(options, common); });
}

}  // namespace renyi::cli
