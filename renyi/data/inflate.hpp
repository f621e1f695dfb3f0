// Unpacks zlib data that are in memory, as parts of files are. Whole files are gzip.hpp's.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace renyi {

// The first bytes, at most `limit`; fewer where the data end or are damaged before.
std::string inflate_start(std::string_view packed, std::size_t limit);

// All bytes; nothing where the data are damaged, cut, or followed by others, or their checksum is
// another. Memory grows with what is unpacked.
std::optional<std::string> inflate_all(std::string_view packed);

}  // namespace renyi
