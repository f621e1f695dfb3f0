// Raw bytes from a path, standard input or memory, as they are stored. Unpacking is gzip.hpp's,
// buffering byte_source.hpp's.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace renyi {

// Fills the span from its start and gives how many bytes it put there: fewer than asked for is not
// yet the end, 0 is. Failures are DataError.
using ByteReader = std::function<std::size_t(std::span<char>)>;

// "-" is standard input. What cannot be opened, a folder included, is DataError::no_input; what
// fails underway is DataError::input_output.
ByteReader read_file(const std::string& path);
ByteReader read_memory(std::string bytes);

// How messages name a path.
std::string shown_path(const std::string& path);

}  // namespace renyi
