#include "cli/sweep_options.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <variant>

#include "cli/bnn_flags.hpp"
#include "cli/vae_flags.hpp"

namespace renyi::cli {
namespace {

bool is_for_sweeps(const std::string& name) {
  constexpr std::array<std::string_view, 9> others = {"data",
                                                      "images",
                                                      "stream",
                                                      "model",
                                                      "choose-alpha",
                                                      "resume",
                                                      "checkpoint-every",
                                                      "fast-reduce",
                                                      "inspect-communication"};
  return std::find(others.begin(), others.end(), name) == others.end();
}

template <class Flags>
std::vector<std::string> names_of() {
  Flags flags;
  std::vector<std::string> names;
  for (const Flag& flag : flags_of(flags))
    if (is_for_sweeps(flag.name)) names.push_back(flag.name);
  return names;
}

template <class Flags>
std::string text_of_option(const std::string& name, const std::string& text) {
  Flags flags;
  set_option(flags, name, text);
  for (const Flag& flag : flags_of(flags))
    if (flag.name == name) return flag.fallback;
  return text;
}

}  // namespace

std::vector<std::string> sweep_option_names(SweepKind kind) {
  return kind == SweepKind::bnn ? names_of<BnnFlags>() : names_of<VaeFlags>();
}

std::string normal_text(SweepKind kind, const std::string& name, const std::string& text) {
  return kind == SweepKind::bnn ? text_of_option<BnnFlags>(name, text)
                                : text_of_option<VaeFlags>(name, text);
}

std::string sweep_options_json(SweepKind kind, const OptionList& set, const OptionList& meant) {
  nlohmann::ordered_json json = {{"fit", to_string(kind)}};
  for (const OptionList* options : {&set, &meant})
    for (const auto& option : *options) {
      const std::string& name = option.first;
      if (!is_for_sweeps(name) || name == "validate-images") continue;
      if (std::holds_alternative<bool>(option.second))
        json[name] = field_text(option.second);
      else
        std::visit([&](const auto& content) { json[name] = content; }, option.second);
    }
  return json.dump();
}

}  // namespace renyi::cli
