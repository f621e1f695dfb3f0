#include "cli/run.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <ostream>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/version.hpp"

namespace renyi::cli {
namespace {

int code(ExitCode exit_code) { return static_cast<int>(exit_code); }

// "reproduce fig2b": the commands that were called, outermost first.
std::string called_command(const CLI::App& root) {
  std::string name;
  for (const auto* app = &root; !app->get_subcommands().empty();) {
    app = app->get_subcommands().front();
    name += (name.empty() ? "" : " ") + app->get_name();
  }
  return name;
}

std::string result_text(const CLI::App& root, const CommandLine& line) {
  Result result = line.action();
  if (auto* text = std::get_if<std::string>(&result)) return *text;
  auto& report = std::get<Report>(result);
  report.command = called_command(root);
  report.options = line.options();
  return format_report(report, line.common.format);
}

void build(CLI::App& root, CommandLine& line) {
  root.name("renyi");
  root.description("Variational inference with Rényi's alpha-divergences");
  root.set_version_flag("--version", fmt::format("renyi {}", version));
  root.require_subcommand(1);
  root.footer(
      "Lists are separated by commas; alpha is any number, -inf or inf.\n"
      "--config RESULT.json repeats the run that printed RESULT.json with --format json.");
  add_bound(root, line);
  add_divergence(root, line);
  add_reproduce(root, line);
  add_completion(root, line);
}

int parse_and_run(std::vector<std::string> arguments, std::ostream& out, std::ostream& err) {
  CLI::App root;
  CommandLine line;
  build(root, line);
  try {
    arguments = expand_config(join_negative_values(std::move(arguments)));
    root.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success& request) {  // --help, --version
    root.exit(request, out, err);
    return code(ExitCode::success);
  } catch (const CLI::ParseError& problem) {
    const std::string command = called_command(root);
    err << fmt::format("renyi: {}\nTry 'renyi {}{}--help'.\n", problem.what(), command,
                       command.empty() ? "" : " ");
    return code(ExitCode::usage);
  }
  out << result_text(root, line) << std::flush;
  if (!out) throw DataError::input_output("stdout", "cannot write");
  return code(ExitCode::success);
}

}  // namespace

int run(std::vector<std::string> arguments, std::ostream& out, std::ostream& err) {
  try {
    return parse_and_run(std::move(arguments), out, err);
  } catch (const Error& error) {
    err << "renyi: " << error.what() << '\n';
    return code(error.exit_code());
  } catch (const std::bad_alloc&) {
    err << "renyi: out of memory\n";
    return code(ExitCode::internal);
  } catch (const std::exception& error) {
    err << "renyi: internal error: " << error.what() << '\n';
    return code(ExitCode::internal);
  }
}

}  // namespace renyi::cli
