// Which metric of stored runs a report is about, and whether more of it is better.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/core/named_enum.hpp"
#include "renyi/data/run_list.hpp"

namespace renyi {

enum class Better : std::uint8_t { higher, lower, neither };

template <>
struct EnumNames<Better> {
  static constexpr std::string_view what = "better";
  static constexpr std::array<std::string_view, 3> names = {"higher", "lower", "neither"};
};

// The one asked for or, of the runs that are done, log_likelihood, else a metric of all of them:
// one whose name ends so, validation_score, or else the first by name. UsageError that names the
// nearest for a metric that no such run has, or where there is none at all.
std::string chosen_metric(const std::vector<StoredRun>& runs, const std::string& asked_for);

// By its name: errors, losses, seconds and what is negative are better low; a coverage is best near
// what it is said to be.
Better better_end_of(std::string_view metric);

}  // namespace renyi
