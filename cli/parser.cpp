#include "cli/parser.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "cli/known_words.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/version.hpp"

namespace renyi::cli {
namespace {

void add_flag(CLI::App& app, const Flag& flag) {
  const std::string flags = (flag.positional ? flag.name + "," : "") +
                            (flag.letter.empty() ? "" : "-" + flag.letter + ",") + "--" + flag.name;
  if (flag.type.empty()) {
    app.add_flag_callback(
        flags, [&flag] { flag.read("true"); }, flag.description);
    return;
  }
  CLI::Option* option = nullptr;
  if (flag.joint.empty()) {
    option = app.add_option_function<std::string>(flags, flag.read, flag.description)
                 ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  } else {
    const auto read = [&flag](const std::vector<std::string>& texts) {
      flag.read(fmt::format("{}", fmt::join(texts, flag.joint)));
    };
    option = app.add_option_function<std::vector<std::string>>(flags, read, flag.description)
                 ->allow_extra_args(flag.positional);
  }
  option->type_name(flag.type)->default_str(flag.fallback)->required(flag.required);
}

void add_commands(CLI::App& app, const std::vector<Command>& commands) {
  if (!commands.empty()) app.require_subcommand(1);
  for (const Command& command : commands) {
    CLI::App& sub = *app.add_subcommand(command.name, command.description);
    sub.footer(command.footer);
    for (const Flag& flag : command.flags) add_flag(sub, flag);
    add_commands(sub, command.subcommands);
  }
}

Invocation called(const CLI::App& root, const std::vector<Command>& commands) {
  Invocation invocation;
  const auto* candidates = &commands;
  for (const CLI::App* app = &root; !app->get_subcommands().empty();) {
    app = app->get_subcommands().front();
    for (const Command& command : *candidates)
      if (command.name == app->get_name()) invocation.command = &command;
    candidates = &invocation.command->subcommands;
    invocation.path += (invocation.path.empty() ? "" : " ") + app->get_name();
  }
  return invocation;
}

}  // namespace

std::variant<Invocation, std::string> parse(const std::vector<Command>& commands,
                                            const std::vector<std::string>& arguments) {
  CLI::App root("Variational inference with Rényi's alpha-divergences", "renyi");
  root.set_version_flag("--version", fmt::format("renyi {}", version));
  root.footer(
      "Lists are separated by commas; alpha is any number, -inf or inf.\n"
      "--config RESULT.json repeats the run that printed RESULT.json with --format json.");
  add_commands(root, commands);
  require_known_words(commands, arguments);
  try {
    root.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success& request) {  // --help, --version
    std::ostringstream text;
    root.exit(request, text, text);
    return text.str();
  } catch (const CLI::ParseError& problem) {
    const std::string path = called(root, commands).path;
    throw UsageError(
        fmt::format("{}\nTry 'renyi {}{}--help'.", problem.what(), path, path.empty() ? "" : " "));
  }
  return called(root, commands);
}

}  // namespace renyi::cli
