#include "cli/known_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/nearest_name.hpp"

namespace renyi::cli {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& message) {
  throw UsageError(fmt::format("{}\nTry 'renyi {}--help'.", message, path));
}

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all, std::string_view before = "") {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Named& one : all) names.push_back(fmt::format("{}{}", before, one.name));
  return names;
}

[[noreturn]] void refuse_command(const std::string& path, const std::vector<Command>& commands,
                                 const std::string* found) {
  const std::vector<std::string> names = names_of(commands);
  refuse(path, fmt::format(
                   "expected a command ({}), found {}", fmt::join(names, ", "),
                   found == nullptr ? "nothing" : excerpt(*found) + perhaps_meant(names, *found)));
}

void require_flag(const std::string& path, const Command& command, const std::string& argument) {
  const auto equals = argument.find('=');
  const std::string flag = argument.substr(0, equals);
  std::vector<std::string> flags = names_of(command.flags, "--");
  flags.emplace_back("--help");
  if (std::find(flags.begin(), flags.end(), flag) == flags.end())
    refuse(path, fmt::format("{}: no flag of 'renyi {}'{}", flag, path.substr(0, path.size() - 1),
                             perhaps_meant(flags, flag)));
  if (equals == argument.size() - 1)
    refuse(path, fmt::format("{}: expected a value behind the =, found nothing", flag));
}

}  // namespace

void require_known_words(const std::vector<Command>& commands,
                         const std::vector<std::string>& arguments) {
  std::string path;
  const std::vector<Command>* candidates = &commands;
  const Command* command = nullptr;
  auto word = arguments.begin();
  for (; !candidates->empty(); ++word) {
    if (word == arguments.end()) refuse_command(path, *candidates, nullptr);
    if (word->starts_with("-")) return;  // of --help and --version
    const auto named = std::find_if(candidates->begin(), candidates->end(),
                                    [&](const Command& one) { return one.name == *word; });
    if (named == candidates->end()) refuse_command(path, *candidates, &*word);
    command = &*named;
    candidates = &command->subcommands;
    path += *word + " ";
  }
  for (; command != nullptr && word != arguments.end() && *word != "--"; ++word)
    if (word->starts_with("--")) require_flag(path, *command, *word);
}

}  // namespace renyi::cli
