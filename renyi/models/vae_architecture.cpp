#include "renyi/models/vae_architecture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr Index most_layer_units = 1'000'000;

// The message shows the whole text with a mark below the part.
[[noreturn]] void refuse(std::string_view text, std::size_t at, const std::string& expected,
                         std::string_view found) {
  throw UsageError(fmt::format("architecture: expected {}, found '{}' at character {}\n  {}\n  {}^",
                               expected, found, at + 1, text, std::string(at, ' ')));
}

}  // namespace

VaeArchitecture parse_architecture(std::string_view text) {
  VaeArchitecture architecture;
  StochasticLayer layer;
  std::size_t at = 0;
  while (true) {
    const std::size_t end = std::min(text.find('-', at), text.size());
    const std::string_view part = text.substr(at, end - at);
    if (part.empty() || (part.front() != 'd' && part.front() != 's'))
      refuse(text, at, "d (deterministic) or s (stochastic) and a number of units", part);
    Index units = 0;
    const char* last = part.data() + part.size();
    const auto [stop, error] = std::from_chars(part.data() + 1, last, units);
    if (error != std::errc() || stop != last || units < 1 || units > most_layer_units)
      refuse(text, at + 1, fmt::format("a number of units from 1 to {}", most_layer_units),
             part.substr(1));
    if (part.front() == 'd') {
      layer.hidden.push_back(units);
    } else {
      layer.size = units;
      architecture.layers.push_back(std::exchange(layer, {}));
    }
    if (end == text.size()) {
      if (part.front() == 'd') refuse(text, at, "a stochastic layer at the end", part);
      return architecture;
    }
    at = end + 1;
  }
}

std::string to_string(const VaeArchitecture& architecture) {
  std::string text;
  for (const StochasticLayer& layer : architecture.layers) {
    if (!text.empty()) text += '-';
    for (const Index units : layer.hidden) text += fmt::format("d{}-", units);
    text += fmt::format("s{}", layer.size);
  }
  return text;
}

}  // namespace renyi
