// What a sweep is to run, as somebody wrote it, with the places for messages. Reading it is
// sweep_file.hpp's and sweep_flags.hpp's, the single fits are sweep_cases.hpp's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/named_enum.hpp"

namespace renyi::cli {

enum class SweepKind : std::uint8_t { bnn, vae };

}  // namespace renyi::cli

template <>
struct renyi::EnumNames<renyi::cli::SweepKind> {
  static constexpr std::string_view what = "fit";
  static constexpr std::array<std::string_view, 2> names = {"bnn", "vae"};
};

namespace renyi::cli {

// A place is one in the sweep file, or a flag: {.file = "--set"}.
struct SweepValue {
  std::string text = {};
  Place place = {};
};

struct SweepOption {
  std::string name = {};
  Place place = {};
  std::vector<SweepValue> values = {};
};

struct SweepPlan {
  std::string file = {};  // that it was read from; empty: from flags
  SweepKind fit = SweepKind::bnn;
  std::vector<SweepValue> data = {};      // paths
  std::optional<SweepValue> test = {};    // the path of what to evaluate on
  std::int64_t test_draws = 5000;         // of an auto-encoder: draws of each test image
  std::vector<SweepValue> seeds = {};     // whole numbers from 0
  std::vector<SweepOption> options = {};  // of `renyi fit bnn` or `vae`, each with its values
  std::string store = {};
  std::string keep_models = {};  // folder; empty: they are not kept
  double checkpoint_every = 10;  // seconds of a fit
};

// DataError with the place, or UsageError where that is a flag.
[[noreturn]] void refuse_at(const Place& place, const std::string& expected,
                            const std::string& found);

// Refuses options that there are not, values that are none, none at all or one twice, and data that
// do not exist. Values become what they are read as: "0.50" is 0.5.
void check_plan(SweepPlan& plan);

// Runs `act`, which speaks of one fit of the plan; a refusal of an option gets the option's place.
template <class Act>
void with_places(const SweepPlan& plan, Act act);
[[noreturn]] void refuse_option(const SweepPlan& plan, const UsageError& error);

template <class Act>
void with_places(const SweepPlan& plan, Act act) {
  try {
    act();
  } catch (const UsageError& error) {
    refuse_option(plan, error);
  }
}

}  // namespace renyi::cli
