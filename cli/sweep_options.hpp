// The options of `renyi fit bnn` and `renyi fit vae` by name, as a sweep sets them. What they mean
// is bnn_flags.hpp's and vae_flags.hpp's.
#pragma once

#include <string>
#include <vector>

#include "cli/make_command.hpp"
#include "cli/sweep_plan.hpp"

namespace renyi::cli {

// Without the data, the model's file, how a single run goes on and how processes share it, which
// are the sweep's.
std::vector<std::string> sweep_option_names(SweepKind kind);

// Whether a value of the option is a list of numbers: "50,50".
bool has_several_numbers(SweepKind kind, const std::string& name);

// For the end of a message about an option that a sweep may not set: where else it has what that
// says, by key of a sweep file or by flag; empty where it has none.
std::string where_sweeps_have(const std::string& name, bool in_file);

// The text of a value as it is read: "0.5" for "0.50". Throws UsageError that names the option.
std::string normal_text(SweepKind kind, const std::string& name, const std::string& text);

// Of one of those options.
template <class Flags>
void set_option(Flags& flags, const std::string& name, const std::string& text) {
  for (const Flag& flag : flags_of(flags))
    if (flag.name == name) flag.read(text);
}

// All of those options as a JSON object of texts and numbers: as they were set, but for those that
// `meant` has, which say what `auto` came to. Paths are left out: the data have a fingerprint.
std::string sweep_options_json(SweepKind kind, const OptionList& set, const OptionList& meant);

}  // namespace renyi::cli
