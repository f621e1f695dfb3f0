// Whether the first line of a table is a header. Reading the lines is left to the readers.
#pragma once

#include <cstdint>
#include <string_view>

namespace renyi {

// `detect`: the first row is a header when it holds names alone. A number in it, or unquoted text
// that begins like one (1.2.3), makes it data, so that a misspelt number is never taken for a name.
enum class HeaderLine : std::uint8_t { detect, present, absent };

// A digit after an optional sign and point. A sign or point alone is not enough: R's names .chain
// and .draw begin with a point.
bool begins_like_a_number(std::string_view text);

bool may_be_a_name(std::string_view text, bool quoted);

}  // namespace renyi
