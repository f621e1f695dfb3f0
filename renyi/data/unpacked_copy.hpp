// Files that are packed by gzip, as files that can be read at any place.
#pragma once

#include <string>

namespace renyi {

// The file itself where it is not packed; otherwise a copy in the folder `cache`, which is made if
// need be, unpacked once, and again when the file has another size or was changed. Throws
// DataError, also for a file that is no regular one.
std::string unpacked_copy(const std::string& path, const std::string& cache);

// Where copies are kept: $XDG_CACHE_HOME/renyi, else ~/.cache/renyi, else a folder for temporary
// files.
std::string default_cache();

}  // namespace renyi
