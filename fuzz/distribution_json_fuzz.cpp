// Any text as a distribution in JSON: nothing but DataError may escape, and what was read must be a
// distribution without a problem.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cli/distribution_json.hpp"
#include "renyi/core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // All else would name a file.
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto start = text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos || text[start] != '{') return -1;
  try {
    if (find_problem(renyi::cli::parse_distribution(text, "--p"))) std::abort();
  } catch (const renyi::DataError&) {
  }
  return 0;
}
