#include "cli/common_options.hpp"

#include <fmt/format.h>

#include <ostream>

#include "renyi/core/error.hpp"
#include "renyi/core/parallel.hpp"

namespace renyi::cli {

void CommonOptions::validate() const {
  if (threads < 0 || threads > 4096)
    throw UsageError(fmt::format("--threads: expected a number from 0 to 4096, found {}", threads));
}

void CommonOptions::hint(const std::string& text) const {
  if (!quiet && err != nullptr) *err << "renyi: " << text << '\n' << std::flush;
}

int CommonOptions::thread_count() const {
  return threads == 0 ? available_threads() : static_cast<int>(threads);
}

}  // namespace renyi::cli
