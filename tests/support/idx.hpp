// Writes IDX files, for tests of what reads them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace renyi::testing {

inline std::string big_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    text += static_cast<char>(value >> static_cast<unsigned>(shift) & 0xFFU);
  return text;
}

inline std::string idx(int type, const std::vector<std::uint32_t>& shape, std::string_view items) {
  std::string bytes{'\0', '\0', static_cast<char>(type), static_cast<char>(shape.size())};
  for (const auto size : shape) bytes += big_endian(size, 4);
  return bytes + std::string(items);
}

}  // namespace renyi::testing
