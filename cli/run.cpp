#include "cli/run.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <ostream>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/parser.hpp"
#include "cli/result_files.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

// No terminal is for details that long, and the folder has them. The first table is no detail.
void leave_out_long_tables(Report& report, const CommonOptions& common) {
  constexpr std::size_t longest = 200;
  for (std::size_t t = report.tables.size(); t-- > 1;) {
    const Table& table = report.tables[t];
    if (table.rows.size() <= longest) continue;
    common.hint(
        fmt::format("the {} rows of the table '{}' are only there", table.rows.size(), table.name));
    report.tables.erase(report.tables.begin() + static_cast<std::ptrdiff_t>(t));
  }
}

struct Output {
  std::string text = {};
  std::string failure = {};  // of a part of the work, after what there is of the rest
};

Output output_of(const Invocation& invocation, const CommonOptions& common, std::ostream& out) {
  if (common.others != nullptr && !invocation.command->with_others) {
    if (!common.is_first()) return {};
    common.hint(fmt::format("'{}' needs one process; the others do nothing", invocation.path));
  }
  const std::string& folder = common.destination.folder;
  Result result = invocation.command->action();
  if (auto* text = std::get_if<std::string>(&result)) {
    if (!folder.empty())
      throw UsageError(fmt::format("--output: '{}' has no result to write", invocation.path));
    return {.text = *text};
  }
  if (!common.is_first()) return {};
  auto& report = std::get<Report>(result);
  if (report.command.empty()) {  // else it is one that was read back
    report.command = invocation.path;
    report.options = invocation.command->options();
  }
  if (!folder.empty()) {
    try {
      common.hint("the page is " + write_result(report, folder));
    } catch (const DataError&) {  // the work is done, and not to be lost with the page
      out << format_report(report, common.format) << std::flush;
      throw;
    }
    if (common.format == Format::table) leave_out_long_tables(report, common);
  }
  return {.text = format_report(report, common.format), .failure = report.failure};
}

void run_or_throw(std::vector<std::string> arguments, std::ostream& out, std::ostream& err,
                  Communicator* others) {
  CommonOptions common;
  common.others = others;
  common.err = common.is_first() ? &err : nullptr;
  const std::vector<Command> commands = all_commands(common);
  const auto parsed = parse(commands, expand_config(join_negative_values(std::move(arguments))));
  const auto* invocation = std::get_if<Invocation>(&parsed);
  const Output output = invocation != nullptr ? output_of(*invocation, common, out)
                                              : Output{.text = std::get<std::string>(parsed)};
  out << output.text << std::flush;
  if (!out) throw DataError::input_output("stdout", "cannot write");
  if (!output.failure.empty()) throw Error(ExitCode::internal, output.failure);
}

}  // namespace

int run(std::vector<std::string> arguments, std::ostream& out, std::ostream& err,
        Communicator* others) {
  ExitCode code = ExitCode::success;
  try {
    run_or_throw(std::move(arguments), out, err, others);
  } catch (const Error& error) {
    err << "renyi: " << error.what() << '\n';
    code = error.exit_code();
  } catch (const std::bad_alloc&) {
    err << "renyi: out of memory\n";
    code = ExitCode::internal;
  } catch (const std::exception& error) {
    err << "renyi: internal error: " << error.what() << '\n';
    code = ExitCode::internal;
  }
  return static_cast<int>(code);
}

}  // namespace renyi::cli
