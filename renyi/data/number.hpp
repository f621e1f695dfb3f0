// One number from text, the same in every locale. Whether NaN is welcome is left to the caller.
#pragma once

#include <optional>
#include <string_view>

namespace renyi {

// Decimal numbers, inf, infinity and nan in any case, with an optional sign and blanks around. The
// nearest double: 0 for 1e-999, but nothing for 1e999, which is not infinite. Nothing for other
// text.
std::optional<double> parse_number(std::string_view text);

// Whether `text` is `word` in upper or lower case; `word` is in lower case.
bool same_word(std::string_view text, std::string_view word);

}  // namespace renyi
