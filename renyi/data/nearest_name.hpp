// What somebody may have meant who wrote a name that is none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace renyi {

// "; perhaps 'rmse'", to stand at the end of a message: the name with the fewest letters that
// differ, where at most a third of them do. Empty where no name is that near.
std::string nearest_name_hint(const std::vector<std::string>& names, std::string_view text);

}  // namespace renyi
