// `renyi completion bash`: a completion script made from the commands themselves, so that it never
// lags behind them.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

struct CompletionOptions {
  std::string shell;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("shell", self.shell, "the shell; only bash for now");
  }
  void validate() const {
    if (shell != "bash") throw UsageError(fmt::format("shell: expected bash, found '{}'", shell));
  }
};

// One "case" line a command: its subcommands and its flags, after the words that lead to it.
std::string case_lines(const CLI::App& app, const std::string& path) {
  std::string words;
  std::string below;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    words += command->get_name() + " ";
    below += case_lines(*command, path + " " + command->get_name());
  }
  for (const auto* option : app.get_options())
    for (const auto& name : option->get_lnames()) words += "--" + name + " ";
  if (!words.empty()) words.pop_back();
  return fmt::format("    '{}') words='{}' ;;\n", path, words) + below;
}

std::string bash_script(const CLI::App& root) {
  return fmt::format(R"(# bash completion for renyi; load with: source <(renyi completion bash)
_renyi() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} path=renyi word words=''
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    [[ $word == -* ]] && break
    path+=" $word"
  done
  case $path in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _renyi renyi
)",
                     case_lines(root, "renyi"));
}

}  // namespace

void add_completion(CLI::App& root, CommandLine& line) {
  auto options = std::make_shared<CompletionOptions>();
  auto* app = root.add_subcommand("completion", "Print a script that completes commands and flags");
  add_fields(*app, *options, "shell");
  set_action<CompletionOptions>(
      *app, line, options, [&root](const CompletionOptions&) { return Result(bash_script(root)); });
}

}  // namespace renyi::cli
