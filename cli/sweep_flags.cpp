#include "cli/sweep_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/sweep_file.hpp"

namespace renyi::cli {
namespace {

const Place set_place{.file = "--set"};

// At separators outside brackets.
std::vector<std::string> parts_between(const std::string& text, char separator) {
  std::vector<std::string> parts = {""};
  int depth = 0;
  for (const char c : text) {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c == separator && depth <= 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::string without_brackets(const std::string& text) {
  const bool has = text.size() >= 2 && text.front() == '[' && text.back() == ']';
  return has ? text.substr(1, text.size() - 2) : text;
}

void refuse_both(bool given, const char* flag) {
  if (given)
    throw UsageError(
        fmt::format("--{}: expected a sweep file or flags in its place, found both", flag));
}

}  // namespace

void read_field(std::string_view flag, const std::string& text, SweepSettings& value) {
  value.options.clear();
  for (const std::string& part : parts_between(text, ';')) {
    const auto equals = part.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == part.size())
      throw UsageError(fmt::format("--{}: expected NAME=VALUE,..., found '{}'", flag, part));
    SweepOption option{.name = part.substr(0, equals), .place = set_place};
    for (const SweepOption& other : value.options)
      if (other.name == option.name)
        throw UsageError(
            fmt::format("--{}: expected options that differ, found '{}' twice", flag, option.name));
    for (const std::string& one : parts_between(part.substr(equals + 1), ','))
      option.values.push_back({without_brackets(one), set_place});
    value.options.push_back(std::move(option));
  }
}

OptionValue write_field(const SweepSettings& value) {
  std::string text;
  for (const SweepOption& option : value.options) {
    std::vector<std::string> values;
    for (const SweepValue& one : option.values) {
      const bool needs_brackets = one.text.find_first_of(",;") != std::string::npos;
      values.push_back(needs_brackets ? "[" + one.text + "]" : one.text);
    }
    text += fmt::format("{}{}={}", text.empty() ? "" : ";", option.name, fmt::join(values, ","));
  }
  return text;
}

void SweepFlags::validate() const {
  if (test_draws && *test_draws < 1)
    throw UsageError(fmt::format("--test-draws: expected at least 1, found {}", *test_draws));
  if (!(checkpoint_every >= 0.0))
    throw UsageError(
        fmt::format("--checkpoint-every: expected seconds from 0, found {}", checkpoint_every));
  if (!(lost_after > 0.0))
    throw UsageError(fmt::format("--lost-after: expected seconds above 0, found {}", lost_after));
  for (const std::int64_t seed : seeds)
    if (seed < 0)
      throw UsageError(fmt::format("--seeds: expected whole numbers from 0, found {}", seed));
  if (!file.empty()) {
    refuse_both(fit.has_value(), "fit");
    refuse_both(!data.empty(), "data");
    refuse_both(!test.empty(), "test");
    refuse_both(test_draws.has_value(), "test-draws");
    refuse_both(!seeds.empty(), "seeds");
    refuse_both(!settings.options.empty(), "set");
    return;
  }
  if (!fit) throw UsageError("--fit: expected a sweep file, or bnn or vae, found neither");
  if (test_draws && *fit != SweepKind::vae)
    throw UsageError(
        fmt::format("--test-draws: expected an auto-encoder, found --fit {}", to_string(*fit)));
}

SweepPlan SweepFlags::plan(std::uint64_t seed) const {
  SweepPlan plan;
  if (!file.empty()) {
    plan = read_sweep_file(file);
  } else {
    plan.fit = fit.value();
    for (const std::string& path : data) plan.data.push_back({path, {.file = "--data"}});
    if (!test.empty()) plan.test = {test, {.file = "--test"}};
    plan.test_draws = test_draws.value_or(plan.test_draws);
    for (const std::int64_t one : seeds)
      plan.seeds.push_back({fmt::to_string(one), {.file = "--seeds"}});
    plan.options = settings.options;
    plan.store = "sweep.db";
  }
  if (!store.empty()) plan.store = store;
  if (!keep_models.empty()) plan.keep_models = keep_models;
  plan.checkpoint_every = checkpoint_every;
  if (plan.seeds.empty()) plan.seeds = {{fmt::to_string(seed), {.file = "--seed"}}};
  check_plan(plan);
  return plan;
}

}  // namespace renyi::cli
