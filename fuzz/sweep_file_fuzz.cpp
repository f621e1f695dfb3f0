// Any text as a sweep file: nothing but DataError may escape, and what is read has places within
// the text.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cli/sweep_file.hpp"
#include "renyi/core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
  try {
    const renyi::cli::SweepPlan plan = renyi::cli::parse_sweep(text, "fuzz.toml");
    for (const auto& option : plan.options) {
      if (option.values.empty()) std::abort();
      for (const auto& value : option.values)
        if (value.place.line < 1 || value.place.line > lines || value.place.column < 1)
          std::abort();
    }
  } catch (const renyi::DataError&) {
  }
  return 0;
}
