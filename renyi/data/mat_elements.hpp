// The elements that a MAT file of version 5 is made of: a type, a count of bytes, the bytes.
// Nothing here trusts a count. What a file must hold is mat_file.hpp's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace renyi {

struct MatElement {
  static constexpr std::uint32_t matrix = 14;
  static constexpr std::uint32_t packed = 15;
  static constexpr std::size_t tag_bytes = 8;

  std::uint32_t type = 0;
  std::string_view data = {};
  std::size_t padded_bytes = 0;  // with the tag, up to where the next element of an array begins
};

// The 32-bit number at the front, of which all four bytes are there.
std::uint32_t mat_integer(std::string_view bytes, bool big_endian);

// The element at the front; nothing where it ends behind the bytes. Within arrays those of up to
// four bytes come in a short form, tag and all in eight bytes.
std::optional<MatElement> mat_element(std::string_view bytes, bool big_endian);

// The bytes of one number of that type; 0 for what is no number.
std::size_t mat_number_bytes(std::uint32_t type);

// What stands before the numbers of an array.
struct MatArrayHead {
  std::uint32_t number_class = 0;  // 6 double, 7 single, 8 int8, 9 uint8 ... 15 uint64; else others
  bool is_complex = false;
  std::vector<std::int64_t> shape = {};
  std::string name = {};
  std::size_t bytes = 0;  // that the head takes
};

// From the data of an array, of which not all need be there; nothing where that is no head.
std::optional<MatArrayHead> mat_array_head(std::string_view data, bool big_endian);

}  // namespace renyi
