// How a run of training goes: the order of the bound, the draws, the batches, the steps.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "renyi/bound/alpha.hpp"
#include "renyi/bound/estimator.hpp"
#include "renyi/core/named_enum.hpp"
#include "renyi/inference/adam.hpp"
#include "renyi/inference/schedule.hpp"

namespace renyi {

enum class Backward : std::uint8_t {
  all,  // every draw is pulled back
  one   // one of each bound, by Algorithm 1 of the paper
};

template <>
struct EnumNames<Backward> {
  static constexpr std::string_view what = "backward";
  static constexpr std::array<std::string_view, 2> names = {"all", "one"};
};

struct TrainOptions {
  Alpha alpha = Alpha::vi();
  std::int64_t draws = 10;  // K
  std::int64_t batch = 32;  // M
  std::int64_t epochs = 0;
  double learning_rate = 1e-3;
  Schedule schedule = ConstantRate{};
  Estimator estimator = Estimator::reparameterised;
  Backward backward = Backward::all;
  double averaging = 0.0;
  double clip = 0.0;
  std::int64_t patience = 0;
  AdamOptions adam = {};
  std::uint64_t seed = 1;

  // `epochs`, or where it is 0 those of the schedule's stages, or 500.
  std::int64_t epoch_count() const;

  // Throws UsageError that names the field, what was expected and what was found.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("alpha", self.alpha, "order of the bound");
    field("draws", self.draws, "draws K of each bound");
    field("batch", self.batch, "rows of a step; all where there are fewer");
    field("epochs", self.epochs, "passes over the data; 0: those of the stages, or 500");
    field("learning-rate", self.learning_rate, "size of a step; stages have their own");
    field("schedule", self.schedule,
          "constant, exponential:LAST, step:EPOCHSxFACTOR, cosine, cosine:LAST or "
          "stages:EPOCHSxRATE,...");
    field("estimator", self.estimator, "of the gradient");
    field("backward", self.backward, "draws that are pulled back");
    field(
        "averaging", self.averaging,
        "share of the run, at its end, whose parameters are averaged; 0: the last are the result");
    field("clip", self.clip, "longest gradient; longer ones are shortened to it; 0: none are");
    field("patience", self.patience,
          "epochs without a better validation score until the run ends; 0: it does not");
    AdamOptions::describe(self.adam, field);
  }
};

}  // namespace renyi
