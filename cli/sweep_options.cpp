#include "cli/sweep_options.hpp"

#include <fmt/format.h>

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

template <class Flags>
std::string type_of_option(const std::string& name) {
  Flags flags;
  for (const Flag& flag : flags_of(flags))
    if (flag.name == name) return flag.type;
  return "";
}

// What a sweep has itself: by which key of its file, if any, and by which flag.
struct SweepOwn {
  std::string_view name, key, flag;
};
constexpr std::array<SweepOwn, 17> sweep_own = {{{"fit", "fit", "fit"},
                                                 {"data", "data", "data"},
                                                 {"images", "data", "data"},
                                                 {"test", "test", "test"},
                                                 {"test_draws", "test_draws", "test-draws"},
                                                 {"test-draws", "test_draws", "test-draws"},
                                                 {"seed", "seeds", "seeds"},
                                                 {"seeds", "seeds", "seeds"},
                                                 {"store", "store", "store"},
                                                 {"model", "keep_models", "keep-models"},
                                                 {"keep_models", "keep_models", "keep-models"},
                                                 {"keep-models", "keep_models", "keep-models"},
                                                 {"checkpoint-every", "", "checkpoint-every"},
                                                 {"threads", "", "threads"},
                                                 {"format", "", "format"},
                                                 {"output", "", "output"},
                                                 {"quiet", "", "quiet"}}};

}  // namespace

bool has_several_numbers(SweepKind kind, const std::string& name) {
  const std::string type =
      kind == SweepKind::bnn ? type_of_option<BnnFlags>(name) : type_of_option<VaeFlags>(name);
  return type == "COUNT,..." || type == "NUMBER,...";
}

std::string where_sweeps_have(const std::string& name, bool in_file) {
  const auto* own = std::ranges::find(sweep_own, name, &SweepOwn::name);
  if (own == sweep_own.end()) return "";
  if (in_file && !own->key.empty())
    return fmt::format("; a sweep has the key {} for it, above [options]", own->key);
  return fmt::format("; a sweep has the flag --{} for it", own->flag);
}

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
