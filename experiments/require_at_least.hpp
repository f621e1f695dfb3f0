// What most options of an experiment have to be.
#pragma once

#include <cstdint>
#include <string_view>

namespace renyi {

// Throws UsageError that names the field, what was expected and what was found.
void require_at_least(std::string_view field, std::int64_t least, std::int64_t found);

}  // namespace renyi
