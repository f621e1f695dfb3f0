// How the learning rate changes over a run, as data with a text form for flags and files. Which
// step it is, is left to train.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace renyi {

struct ConstantRate {  // "constant"
  friend bool operator==(const ConstantRate&, const ConstantRate&) = default;
};
// rate * last^t, where t runs from 0 to 1.
struct ExponentialDecay {  // "exponential:0.01"
  double last = 0.01;
  friend bool operator==(const ExponentialDecay&, const ExponentialDecay&) = default;
};
// rate * factor^(number of whole `epochs` that have passed).
struct StepDecay {  // "step:100x0.5"
  std::int64_t epochs = 100;
  double factor = 0.5;
  friend bool operator==(const StepDecay&, const StepDecay&) = default;
};
// From rate to rate * last along half a wave of the cosine.
struct CosineDecay {  // "cosine", or "cosine:0.01"
  double last = 0.0;
  friend bool operator==(const CosineDecay&, const CosineDecay&) = default;
};
struct Stage {
  std::int64_t epochs = 1;
  double rate = 1e-3;
  friend bool operator==(const Stage&, const Stage&) = default;
};
// Rates of their own, one after the other; the last one goes on for ever.
struct Stages {  // "stages:1x0.001,3x0.00072"
  std::vector<Stage> list;
  friend bool operator==(const Stages&, const Stages&) = default;
};

using Schedule = std::variant<ConstantRate, ExponentialDecay, StepDecay, CosineDecay, Stages>;

// Throws UsageError that lists the forms, or names the part that is wrong.
Schedule parse_schedule(std::string_view text);
// The shortest text that parse_schedule reads back as the same schedule.
std::string to_string(const Schedule& schedule);
// Throws UsageError unless factors are numbers above 0 (cosine: from 0) up to 1, counts and rates
// above 0, and there is a stage.
void validate(const Schedule& schedule);

// Where a run stands: `epoch` counts from 0 with its fraction, `epochs` is the length of the run.
struct Moment {
  double epoch = 0.0;
  double epochs = 1.0;
};
// `rate` is the run's learning rate; stages have their own.
double learning_rate(const Schedule& schedule, double rate, Moment moment);

// The epochs of all stages; 0 for a schedule that has none of its own.
std::int64_t own_epochs(const Schedule& schedule);

// Stage i = 0, 1, ... of ratio^i epochs at rate 10^(-i/7): Burda et al. (2016) with eight stages of
// ratio 3, 3280 epochs in all.
Stages growing_stages(std::int64_t stages, std::int64_t ratio, double rate);

}  // namespace renyi
