#include "cli/run_selection.hpp"

#include "cli/field_text.hpp"

namespace renyi::cli {

std::map<std::string, std::string> selection_joint() { return {{"where", " and "}}; }

std::string selection_footer(const std::string& command) {
  return "Fields are id, name, status, seed, seconds, host, started, every option and every "
         "metric.\nExamples:\n  renyi runs " +
         command +
         " results.db --where status=done --where alpha=0.5\n"
         "  renyi runs " +
         command + " results.db --where \"rmse<3\" --sort=-log_likelihood --limit 10";
}

std::vector<StoredRun> selected_runs(const RunList& store, const RunSelection& selection) {
  std::vector<StoredRun> runs;
  with_flags([&] { runs = select_runs(store.runs(), selection); });
  return runs;
}

const StoredRun& run_of(const RunList& store, std::int64_t id, std::string_view flag) {
  const StoredRun* run = nullptr;
  with_flag(flag, [&] { run = &store.run(id); });
  return *run;
}

}  // namespace renyi::cli
