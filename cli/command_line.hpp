// What the commands share: the common options, the way fields become flags, and what a command
// leaves behind after parsing.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <variant>

#include "cli/field_text.hpp"
#include "renyi/core/options.hpp"
#include "renyi/report/format.hpp"

namespace renyi::cli {

struct CommonOptions {
  std::uint64_t seed = 1;
  std::int64_t threads = 0;
  Format format = Format::table;
  bool quiet = false;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("seed", self.seed, "seed of all random numbers");
    field("threads", self.threads, "threads to use; 0: all that this process may use");
    field("format", self.format, "how results are printed on stdout");
    field("quiet", self.quiet, "no progress on stderr");
  }

  void validate() const;
  // The number of threads that `threads` stands for.
  int thread_count() const;
};

// A report is printed in the chosen format, a text as it is.
using Result = std::variant<Report, std::string>;

struct CommandLine {
  CommonOptions common;
  std::function<Result()> action;                   // set by the command that was called
  std::function<nlohmann::ordered_json()> options;  // its options, to be printed with the result
};

template <class T>
CLI::Option* add_field(CLI::App& app, const std::string& name, const std::string& flags, T& value,
                       const std::string& description) {
  if constexpr (std::is_same_v<T, bool>) {
    return app.add_flag(flags, value, description);
  } else {
    return app
        .add_option_function<std::string>(
            flags, [&value, name](const std::string& text) { read_field(name, text, value); },
            description)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
        ->type_name(type_name(value))
        ->default_str(field_text(write_field(value)));
  }
}

// Every field of `options` as a flag of `app`. The field called `positional` may also be given
// without its flag, and must be given.
template <class Options>
void add_fields(CLI::App& app, Options& options, const std::string& positional = "") {
  for_each_field(options, [&](const std::string& name, auto& value, const char* description) {
    const bool by_place = name == positional;
    add_field(app, name, (by_place ? name + "," : "") + "--" + name, value, description)
        ->required(by_place);
  });
}

template <class... Options>
nlohmann::ordered_json options_json(const Options&... options) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  const auto collect = [&json](const std::string& name, const auto& value, const char*) {
    json[name] = write_field(value);
  };
  (for_each_field(options, collect), ...);
  return json;
}

// The command `app` runs `action(options)` on options that are parsed and valid.
template <class Options>
void set_action(CLI::App& app, CommandLine& line, std::shared_ptr<Options> options,
                std::function<Result(const Options&)> action) {
  add_fields(app, line.common);
  app.callback([&line, options = std::move(options), action = std::move(action)] {
    line.common.validate();
    options->validate();
    line.action = [options, action] { return action(*options); };
    line.options = [&line, options] { return options_json(*options, line.common); };
  });
}

}  // namespace renyi::cli
