// `renyi completion bash`: a completion script made from the commands themselves, so that it never
// lags behind them.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/make_command.hpp"
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
std::string case_lines(const Command& command, const std::string& path) {
  std::string words;
  std::string below;
  for (const Command& sub : command.subcommands) {
    words += sub.name + " ";
    below += case_lines(sub, path + " " + sub.name);
  }
  for (const Flag& flag : command.flags) words += "--" + flag.name + " ";
  return fmt::format("    '{}') words='{}--help' ;;\n", path, words) + below;
}

std::string bash_script(const Command& root) {
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

Command completion_command(CommonOptions& common, std::vector<Command> others) {
  const auto root = std::make_shared<Command>();
  root->subcommands = std::move(others);
  root->flags = {{.name = "version"}, {.name = "config"}};
  Command completion = make_command<CompletionOptions>(
      {.name = "completion",
       .description = "Print a script that completes commands and flags",
       .positional = {"shell"}},
      common, [root](const CompletionOptions&) { return bash_script(*root); });
  root->subcommands.push_back(completion);
  root->subcommands.back().action = nullptr;  // which owns the root
  return completion;
}

}  // namespace renyi::cli
