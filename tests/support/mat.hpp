// Writes MAT files of version 5, also wrong ones, for tests of what reads them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/idx.hpp"
#include "tests/support/png.hpp"

namespace renyi::testing {

class MatWriter {
 public:
  explicit MatWriter(bool big = false) : big_(big) {}

  std::string integer(std::uint32_t value) const {
    std::string bytes = big_endian(value, 4);
    if (!big_) std::ranges::reverse(bytes);
    return bytes;
  }
  std::string header() const {
    std::string bytes = "MATLAB 5.0 MAT-file, written by a test";
    bytes.resize(124, ' ');
    return bytes + (big_ ? std::string("\1\0MI", 4) : std::string("\0\1IM", 4));
  }
  std::string element(std::uint32_t type, std::string data) const {
    const auto tag = integer(type) + integer(static_cast<std::uint32_t>(data.size()));
    data.resize((data.size() + 7) / 8 * 8, '\0');
    return tag + data;
  }
  // Flags, shape, name and the numbers, whose bytes are given as they are stored.
  std::string array(const std::string& name, std::uint32_t number_class,
                    const std::vector<std::uint32_t>& shape, std::uint32_t type,
                    const std::string& numbers) const {
    std::string sizes;
    for (const auto size : shape) sizes += integer(size);
    return element(14, element(6, integer(number_class) + integer(0)) + element(5, sizes) +
                           element(1, name) + element(type, numbers));
  }
  std::string packed(const std::string& array) const {
    const auto bytes = zlib_packed(array);
    return integer(15) + integer(static_cast<std::uint32_t>(bytes.size())) + bytes;
  }

 private:
  bool big_;
};

}  // namespace renyi::testing
