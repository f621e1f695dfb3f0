// Unpacks gzip while it is read, and lets everything else pass. Tells by the first bytes, never by
// the name.
#pragma once

#include <string>
#include <string_view>

#include "renyi/data/byte_reader.hpp"

namespace renyi {

// The first bytes of what is packed.
inline constexpr std::string_view gzip_magic = "\x1f\x8b";

// Several gzip members in a row are one stream, as gzip has it. Truncated or damaged content is
// DataError; `name` is for the message. inflate() rather than gzread(): that serves memory and
// files alike, and gzread() takes garbage after the stream and some truncations for a good end.
ByteReader unpack_gzip(std::string name, ByteReader packed);

}  // namespace renyi
