#include "experiments/require_at_least.hpp"

#include <fmt/format.h>

#include "renyi/core/error.hpp"

namespace renyi {

void require_at_least(std::string_view field, std::int64_t least, std::int64_t found) {
  if (found < least)
    throw UsageError(fmt::format("{}: expected {} or more, found {}", field, least, found));
}

}  // namespace renyi
