// Files that are packed by gzip, as files that can be read at any place.
#pragma once

#include <string>

namespace renyi {

// The file itself where it is not packed; otherwise its unpacked cached_copy() in the folder
// `cache`. Throws DataError, also for a file that is no regular one.
std::string unpacked_copy(const std::string& path, const std::string& cache);

}  // namespace renyi
