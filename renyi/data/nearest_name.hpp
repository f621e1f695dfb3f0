// What somebody may have meant who wrote a name that there is not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace renyi {

// "; perhaps 'price'" for the end of a message, or nothing where no name is near. One that begins
// with the text is nearest.
std::string perhaps_meant(const std::vector<std::string>& names, std::string_view text);

}  // namespace renyi
