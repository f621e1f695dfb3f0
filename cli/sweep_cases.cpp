#include "cli/sweep_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace renyi::cli {
namespace {

constexpr std::size_t most_cases = 1'000'000;

// What is counted through, the first slowest: seeds, splits, data, the other options.
struct Wheel {
  enum class What : std::uint8_t { seed, data, option } what = What::seed;
  std::size_t option = 0;
  std::size_t count = 1;
};

std::vector<Wheel> wheels_of(const SweepPlan& plan) {
  std::vector<Wheel> wheels = {{Wheel::What::seed, 0, plan.seeds.size()}};
  const auto add_options = [&](bool splits) {
    for (std::size_t i = 0; i < plan.options.size(); ++i)
      if ((plan.options[i].name == "split") == splits)
        wheels.push_back({Wheel::What::option, i, plan.options[i].values.size()});
  };
  add_options(true);
  wheels.push_back({Wheel::What::data, 0, plan.data.size()});
  add_options(false);
  return wheels;
}

std::size_t count_cases(const SweepPlan& plan, const std::vector<Wheel>& wheels) {
  std::size_t count = 1;
  for (const Wheel& wheel : wheels) {
    count *= wheel.count;
    if (count > most_cases)
      refuse_at({.file = plan.file.empty() ? "--set" : plan.file},
                fmt::format("at most {} fits", most_cases), "more");
  }
  return count;
}

std::uint64_t number_of(const std::string& text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string stem_of(const std::string& path) {
  std::filesystem::path name = std::filesystem::path(path).lexically_normal();
  if (!name.has_filename()) name = name.parent_path();  // "boston/"
  return name.stem().string();
}

// Data, and options that vary.
std::vector<std::string> name_parts(const SweepPlan& plan, const SweepCase& one,
                                    const std::string& data) {
  std::vector<std::string> parts = {std::string(to_string(plan.fit)), data};
  for (std::size_t i = 0; i < plan.options.size(); ++i)
    if (plan.options[i].values.size() > 1)
      parts.push_back(fmt::format("{}={}", plan.options[i].name, one.values[i]));
  return parts;
}

// As in addresses, so that a/b and a-b stay two.
std::string without_slashes(const std::string& text) {
  std::string out;
  for (const char c : text) c == '/' ? out += "%2F" : out += c;
  return out;
}

}  // namespace

std::vector<std::string> sweep_data_names(const SweepPlan& plan) {
  std::vector<std::string> names;
  for (const SweepValue& data : plan.data) names.push_back(stem_of(data.text));
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j < names.size(); ++j)
      if (i != j && stem_of(plan.data[i].text) == stem_of(plan.data[j].text))
        names[i] = plan.data[i].text;
  return names;
}

std::string sweep_file_name(const SweepPlan& plan, const SweepCase& one) {
  std::vector<std::string> parts = name_parts(plan, one, sweep_data_names(plan)[one.data]);
  for (std::string& part : parts) part = without_slashes(part);
  return fmt::format("{}-seed={}", fmt::join(parts, "-"), one.seed);
}

std::vector<SweepCase> sweep_cases(const SweepPlan& plan) {
  const std::vector<Wheel> wheels = wheels_of(plan);
  const std::vector<std::string> names = sweep_data_names(plan);
  const std::size_t count = count_cases(plan, wheels);
  std::vector<SweepCase> cases(count);
  for (std::size_t number = 0; number < count; ++number) {
    SweepCase& one = cases[number];
    one.values.resize(plan.options.size());
    std::size_t rest = number;
    for (auto wheel = wheels.rbegin(); wheel != wheels.rend(); ++wheel) {
      const std::size_t at = rest % wheel->count;
      rest /= wheel->count;
      if (wheel->what == Wheel::What::seed)
        one.seed = number_of(plan.seeds[at].text);
      else if (wheel->what == Wheel::What::data)
        one.data = at;
      else
        one.values[wheel->option] = plan.options[wheel->option].values[at].text;
    }
    one.name = fmt::format("{}", fmt::join(name_parts(plan, one, names[one.data]), "/"));
  }
  return cases;
}

}  // namespace renyi::cli
