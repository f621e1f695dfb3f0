// `renyi runs`: what a store of results holds, as tables.
#include <fmt/format.h>

#include <set>

#include "cli/commands.hpp"
#include "cli/make_command.hpp"
#include "cli/run_courses.hpp"
#include "cli/run_selection.hpp"
#include "cli/run_tables.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

struct RunsListOptions {
  std::string store;
  RunSelection selection;
  std::vector<std::string> columns;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("store", self.store, store_description);
    describe_selection(self.selection, field);
    field("columns", self.columns,
          "fields to show; default: id, name, status, seed, seconds and metrics");
  }
  void validate() const {}
};

Report listed_runs(const RunsListOptions& options) {
  const RunList store(options.store);
  const std::vector<RunField> fields = run_fields(store.runs());
  std::vector<RunField> columns;
  columns.reserve(options.columns.size());
  for (const std::string& name : options.columns)
    columns.push_back(find_run_field(fields, "--columns", name));
  if (columns.empty()) columns = usual_columns(fields);
  return {
      .tables = {run_lines(selected_runs(store, options.selection), columns, store.runs().size())}};
}

struct RunsShowOptions {
  std::string store;
  std::int64_t id = 0;
  std::int64_t epochs = 10;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("store", self.store, store_description);
    field("id", self.id, "number of the run, as `renyi runs list` has it");
    field("epochs", self.epochs, "how many of the last epochs to show; 0: all");
  }
  void validate() const {
    if (epochs < 0) throw UsageError(fmt::format("--epochs: expected 0 or more, found {}", epochs));
  }
};

Report shown_runs(const RunsShowOptions& options) {
  const RunList store(options.store);
  const StoredRun run = run_of(store, options.id, "id");
  const std::vector<RunCourse> courses = run_courses(store, {run});
  Report report{.tables = run_details(run), .figures = course_figures(courses)};
  if (Table epochs = epochs_table(courses, options.epochs); !epochs.rows.empty())
    report.tables.push_back(std::move(epochs));
  return report;
}

struct RunsCompareOptions {
  std::string store;
  std::vector<std::int64_t> ids;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("store", self.store, store_description);
    field("ids", self.ids, "numbers of two runs or more");
  }
  void validate() const {
    if (std::set<std::int64_t>(ids.begin(), ids.end()).size() != ids.size() || ids.size() < 2)
      throw UsageError(
          fmt::format("--ids: expected two or more that differ, found {}", fmt::join(ids, ", ")));
  }
};

Report compared_runs(const RunsCompareOptions& options) {
  const RunList store(options.store);
  std::vector<StoredRun> runs;
  runs.reserve(options.ids.size());
  for (const std::int64_t id : options.ids) runs.push_back(run_of(store, id, "ids"));
  return {.tables = run_differences(runs), .figures = course_figures(run_courses(store, runs))};
}

struct RunsExportOptions {
  std::string store;
  RunSelection selection;
  bool epochs = false;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("store", self.store, store_description);
    describe_selection(self.selection, field);
    field("epochs", self.epochs, "the course of training too, a line an epoch");
  }
  void validate() const {}
};

Report exported_runs(const RunsExportOptions& options) {
  const RunList store(options.store);
  const std::vector<StoredRun> runs = selected_runs(store, options.selection);
  Report report{.tables = {run_lines(runs, run_fields(runs), store.runs().size())}};
  if (options.epochs) report.tables.push_back(epochs_table(run_courses(store, runs)));
  return report;
}

}  // namespace

Command runs_command(CommonOptions& common) {
  Command runs{.name = "runs", .description = "Look into a store of results"};
  runs.subcommands = {
      make_command<RunsListOptions>({.name = "list",
                                     .description = "Name runs, chosen and in order",
                                     .footer = selection_footer("list"),
                                     .positional = {"store"},
                                     .repeated = selection_joint()},
                                    common, listed_runs),
      make_command<RunsShowOptions>({.name = "show",
                                     .description = "Show all that is known of a run",
                                     .footer = "Example:\n  renyi runs show results.db 3",
                                     .positional = {"store", "id"}},
                                    common, shown_runs),
      make_command<RunsCompareOptions>(
          {.name = "compare",
           .description = "Show what differs between runs, and their metrics side by side",
           .footer = "Example:\n  renyi runs compare results.db 3 4 7",
           .positional = {"store", "ids"},
           .repeated = {{"ids", ","}}},
          common, compared_runs),
      make_command<RunsExportOptions>({.name = "export",
                                       .description = "Write every field of every run",
                                       .footer = selection_footer("export --format csv"),
                                       .positional = {"store"},
                                       .repeated = selection_joint()},
                                      common, exported_runs)};
  return runs;
}

}  // namespace renyi::cli
