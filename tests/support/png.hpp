// Writes PNG files of any kind, also wrong ones, for tests of what reads them.
#pragma once

#include <zlib.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/idx.hpp"

namespace renyi::testing {

inline std::string png_chunk(const std::string& type, const std::string& data) {
  const std::string body = type + data;
  const auto sum =
      ::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(data.size(), 4) + body + big_endian(sum, 4);
}

inline std::string zlib_packed(std::string_view bytes) {
  std::string packed(::compressBound(bytes.size()), '\0');
  auto length = static_cast<uLongf>(packed.size());
  ::compress(reinterpret_cast<Bytef*>(packed.data()), &length,
             reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  packed.resize(length);
  return packed;
}

// `colours`: 0 grey, 2 RGB, 3 palette, 4 grey and alpha; `extra` are the chunks before the pixels.
inline std::string png(std::uint32_t width, int depth, int colours,
                       const std::vector<std::string>& rows, const std::string& extra = "") {
  std::string pixels;
  for (const auto& row : rows) pixels += '\0' + row;
  const std::string form{static_cast<char>(depth), static_cast<char>(colours), '\0', '\0', '\0'};
  return "\x89PNG\r\n\x1a\n" +
         png_chunk("IHDR", big_endian(width, 4) + big_endian(rows.size(), 4) + form) + extra +
         png_chunk("IDAT", zlib_packed(pixels)) + png_chunk("IEND", "");
}

}  // namespace renyi::testing
