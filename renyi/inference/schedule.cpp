#include "renyi/inference/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

[[noreturn]] void refuse(std::string_view expected, std::string_view found) {
  throw UsageError(fmt::format("schedule: expected {}, found '{}'", expected, found));
}

template <class Number>
Number parse_number(std::string_view text, std::string_view expected) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end) refuse(expected, text);
  return value;
}

// "100x0.5".
Stage parse_pair(std::string_view text) {
  constexpr std::string_view expected = "EPOCHSxNUMBER such as 100x0.5";
  const auto cross = text.find('x');
  if (cross == std::string_view::npos) refuse(expected, text);
  return {.epochs = parse_number<std::int64_t>(text.substr(0, cross), expected),
          .rate = parse_number<double>(text.substr(cross + 1), expected)};
}

Stages parse_stages(std::string_view text) {
  Stages stages;
  while (true) {
    const auto comma = text.find(',');
    stages.list.push_back(parse_pair(text.substr(0, comma)));
    if (comma == std::string_view::npos) return stages;
    text.remove_prefix(comma + 1);
  }
}

Schedule parse_form(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const bool bare = colon == std::string_view::npos;
  const std::string_view rest = bare ? std::string_view() : text.substr(colon + 1);
  if (name == "constant" && bare) return ConstantRate{};
  if (name == "cosine" && bare) return CosineDecay{};
  if (name == "cosine") return CosineDecay{parse_number<double>(rest, "a number")};
  if (name == "exponential" && !bare)
    return ExponentialDecay{parse_number<double>(rest, "a number")};
  if (name == "stages" && !bare) return parse_stages(rest);
  if (name == "step" && !bare) {
    const Stage pair = parse_pair(rest);
    return StepDecay{pair.epochs, pair.rate};
  }
  refuse(
      "constant, exponential:LAST, step:EPOCHSxFACTOR, cosine, cosine:LAST or "
      "stages:EPOCHSxRATE,...",
      text);
}

void require(bool holds, std::string_view expected, double found) {
  if (!holds) refuse(expected, fmt::format("{}", found));
}

// One function for every form, so that a new form cannot be forgotten anywhere.
template <class... Functions>
struct Forms : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Forms(Functions...) -> Forms<Functions...>;

double rate_of(const Stages& stages, double epoch) {
  double end = 0.0;
  for (const Stage& stage : stages.list) {
    end += static_cast<double>(stage.epochs);
    if (epoch < end) return stage.rate;
  }
  return stages.list.back().rate;
}

}  // namespace

Schedule parse_schedule(std::string_view text) {
  Schedule schedule = parse_form(text);
  validate(schedule);
  return schedule;
}

std::string to_string(const Schedule& schedule) {
  return std::visit(
      Forms{[](const ConstantRate&) { return std::string("constant"); },
            [](const ExponentialDecay& decay) { return fmt::format("exponential:{}", decay.last); },
            [](const StepDecay& decay) {
              return fmt::format("step:{}x{}", decay.epochs, decay.factor);
            },
            [](const CosineDecay& decay) {
              return decay.last == 0.0 ? "cosine" : fmt::format("cosine:{}", decay.last);
            },
            [](const Stages& stages) {
              std::string text = "stages:";
              for (const Stage& stage : stages.list)
                text += fmt::format("{}{}x{}", &stage == stages.list.data() ? "" : ",",
                                    stage.epochs, stage.rate);
              return text;
            }},
      schedule);
}

void validate(const Schedule& schedule) {
  const auto require_epochs = [](std::int64_t epochs) {
    require(epochs > 0, "at least one epoch", static_cast<double>(epochs));
  };
  std::visit(Forms{[](const ConstantRate&) {},
                   [](const ExponentialDecay& decay) {
                     require(decay.last > 0.0 && decay.last <= 1.0,
                             "a last factor above 0, up to 1", decay.last);
                   },
                   [&](const StepDecay& decay) {
                     require_epochs(decay.epochs);
                     require(decay.factor > 0.0 && decay.factor <= 1.0, "a factor above 0, up to 1",
                             decay.factor);
                   },
                   [](const CosineDecay& decay) {
                     require(decay.last >= 0.0 && decay.last <= 1.0, "a last factor from 0 to 1",
                             decay.last);
                   },
                   [&](const Stages& stages) {
                     if (stages.list.empty()) refuse("at least one stage", "");
                     for (const Stage& stage : stages.list) {
                       require_epochs(stage.epochs);
                       require(stage.rate > 0.0 && std::isfinite(stage.rate), "a rate above 0",
                               stage.rate);
                     }
                   }},
             schedule);
}

double learning_rate(const Schedule& schedule, double rate, Moment moment) {
  const double t = std::min(1.0, moment.epoch / moment.epochs);
  return std::visit(
      Forms{[&](const ConstantRate&) { return rate; },
            [&](const ExponentialDecay& decay) { return rate * std::pow(decay.last, t); },
            [&](const StepDecay& decay) {
              const double passed = std::floor(moment.epoch / static_cast<double>(decay.epochs));
              return rate * std::pow(decay.factor, passed);
            },
            [&](const CosineDecay& decay) {
              const double wave = 0.5 * (1.0 + std::cos(std::numbers::pi * t));
              return rate * (decay.last + (1.0 - decay.last) * wave);
            },
            [&](const Stages& stages) { return rate_of(stages, moment.epoch); }},
      schedule);
}

std::int64_t own_epochs(const Schedule& schedule) {
  const auto* stages = std::get_if<Stages>(&schedule);
  if (stages == nullptr) return 0;
  std::int64_t epochs = 0;
  for (const Stage& stage : stages->list) epochs += stage.epochs;
  return epochs;
}

Stages growing_stages(std::int64_t stages, std::int64_t ratio, double rate) {
  Stages growing;
  std::int64_t epochs = 1;
  for (std::int64_t i = 0; i < stages; ++i, epochs *= ratio)
    growing.list.push_back({epochs, rate * std::pow(10.0, -static_cast<double>(i) / 7.0)});
  return growing;
}

}  // namespace renyi
