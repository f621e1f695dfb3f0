// Makes a command of an options struct: its fields become flags, its values the record of a run.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "cli/command.hpp"
#include "cli/common_options.hpp"
#include "cli/field_text.hpp"
#include "cli/output_files.hpp"
#include "cli/result_files.hpp"
#include "renyi/core/options.hpp"

namespace renyi::cli {

struct CommandText {
  std::string name = {};
  std::string description = {};
  std::string footer = {};
  std::vector<std::string> positional = {};  // fields that need no flag, and must be given
  std::vector<std::string> optional = {};    // fields that need no flag, and may be left out
  std::vector<std::string> required = {};    // other fields that must be given
  std::vector<std::string> files_in = {};    // fields that name files to read; positional ones do
  std::vector<std::string> files_out = {};   // fields that name files to write; -o sets the first
  // Fields that may be given several times, and what joins them to one text.
  std::map<std::string, std::string> repeated = {};
  bool with_others = false;  // see Command
};

// For commands that have only the common options.
struct NoOptions {
  template <class Self, class Visitor>
  static void describe(Self& /*self*/, Visitor&& /*field*/) {}
  void validate() const {}
};

// Every field of `options` as a flag that writes to it; `options` must outlive the flags.
template <class Options>
std::vector<Flag> flags_of(Options& options) {
  std::vector<Flag> flags;
  for_each_field(options, [&](const std::string& name, auto& value, const char* description) {
    flags.push_back(
        {.name = name,
         .description = description,
         .type = type_name(value),
         .fallback = field_text(write_field(value)),
         .read = [&value, name](const std::string& text) { read_field(name, text, value); }});
  });
  return flags;
}

template <class... Options>
OptionList options_of(const Options&... options) {
  OptionList list;
  const auto collect = [&list](const std::string& name, const auto& value, const char* /*text*/) {
    list.emplace_back(name, write_field(value));
  };
  (for_each_field(options, collect), ...);
  return list;
}

// Before a command does its work: what it is going to write can be written.
template <class Options>
void check_destinations(const CommandText& text, const Options& options,
                        const CommonOptions& common) {
  if (!common.is_first()) return;
  std::vector<NamedFile> read, written;
  const auto file = [&](const std::string& name, const auto& value, const char* /*description*/) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
      const auto is_in = [&](const std::vector<std::string>& names) {
        return std::count(names.begin(), names.end(), name) > 0;
      };
      if (is_in(text.files_out))
        written.push_back({name, value});
      else if (is_in(text.positional) || is_in(text.files_in))
        read.push_back({name, value});
    }
  };
  for_each_field(options, file);
  check_output_files(read, written);
  if (!common.destination.folder.empty()) make_folder(common.destination.folder);
}

// `common` must outlive the command.
template <class Options>
Command make_command(const CommandText& text, CommonOptions& common,
                     std::function<Result(const Options&)> action) {
  const auto options = std::make_shared<Options>();
  Command command{.name = text.name,
                  .description = text.description,
                  .footer = text.footer,
                  .flags = flags_of(*options),
                  .with_others = text.with_others};
  const auto contains = [](const std::vector<std::string>& names, const std::string& name) {
    return std::count(names.begin(), names.end(), name) > 0;
  };
  for (Flag& flag : command.flags) {
    const bool is_due = contains(text.positional, flag.name);
    flag.positional = is_due || contains(text.optional, flag.name);
    if (!text.files_out.empty() && flag.name == text.files_out.front()) flag.letter = "o";
    if (const auto joint = text.repeated.find(flag.name); joint != text.repeated.end())
      flag.joint = joint->second;
    flag.required = is_due || contains(text.required, flag.name);
  }
  for (Flag& flag : flags_of(common)) command.flags.push_back(std::move(flag));
  for (Flag& flag : flags_of(common.destination)) command.flags.push_back(std::move(flag));
  std::vector<std::string> names;
  for (const Flag& flag : command.flags)
    if (!flag.positional) names.push_back(flag.name);
  command.action = [options, text, &common, names, action = std::move(action)] {
    common.validate();
    with_flags(names, [&] { options->validate(); });
    check_destinations(text, *options, common);
    return action(*options);
  };
  command.options = [options, &common] { return options_of(*options, common); };
  return command;
}

}  // namespace renyi::cli
