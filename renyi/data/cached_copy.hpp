// Copies of files in another form, which are made once and found again. What is in them is left to
// those who make them.
#pragma once

#include <functional>
#include <string>

namespace renyi {

// What a copy is known by, beside the file that it is of.
struct CopyKind {
  std::string ending = {};  // "unpacked"
  std::string which = {};   // where a file has several of a kind
};

// The copy's path in the folder `cache`, which is made if need be. `make` writes it, whole or not
// at all, where it is not there yet or somebody has written to it, or where the file is another
// one, has another size or was changed since, whatever its date says; one of several processes or
// threads that ask for it, while the others wait. Beside a copy stands a note by which that is
// seen. Throws DataError, also for a file that is no regular one.
std::string cached_copy(const std::string& path, const std::string& cache, const CopyKind& kind,
                        const std::function<void(const std::string& copy)>& make);

// DataError for what does not exist, or cannot be read at any place.
void require_regular_file(const std::string& path);

// Where copies are kept: $XDG_CACHE_HOME/renyi where that is a whole path, else ~/.cache/renyi,
// else a folder of the user's among temporary files.
std::string default_cache();

}  // namespace renyi
