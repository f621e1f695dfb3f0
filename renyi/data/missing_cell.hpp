// What people write where they have no value.
#pragma once

#include <string_view>

namespace renyi {

// Nothing, NA, N/A, NaN, null (these in any case) or a question mark.
bool is_missing(std::string_view text);

}  // namespace renyi
