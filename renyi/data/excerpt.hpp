// Foreign text as it may stand in a message: quoted, shortened, nothing that a terminal would obey.
#pragma once

#include <string>
#include <string_view>

namespace renyi {

// 'text', control characters and bytes that are not UTF-8 as \n, \t or \x1b, cut with "..." after
// about 40 characters; "an empty cell" for no text at all.
std::string excerpt(std::string_view text);

}  // namespace renyi
