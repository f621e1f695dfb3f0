#include "renyi/core/error.hpp"

#include <fmt/format.h>

#include <utility>

namespace renyi {
namespace {

std::string describe(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) text += fmt::format(", line {}", place.line);
  if (place.column > 0) text += fmt::format(", column {}", place.column);
  return text;
}

}  // namespace

DataError::DataError(const Place& place, const std::string& expected, const std::string& found)
    : DataError(ExitCode::data, place,
                fmt::format("{}: expected {}, found {}", describe(place), expected, found)) {}

DataError::DataError(ExitCode code, Place place, const std::string& message)
    : Error(code, message), place_(std::move(place)) {}

DataError DataError::no_input(const std::string& file, const std::string& reason) {
  return {ExitCode::no_input, Place{.file = file}, fmt::format("{}: {}", file, reason)};
}

DataError DataError::input_output(const std::string& file, const std::string& reason) {
  return {ExitCode::input_output, Place{.file = file}, fmt::format("{}: {}", file, reason)};
}

}  // namespace renyi
