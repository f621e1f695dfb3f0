// The header of an NPY file: what the array is made of. The array itself is npy.hpp's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/data/byte_source.hpp"

namespace renyi {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

struct NpyHeader {
  char kind = 'f';             // f float, i signed, u unsigned, b bool
  std::size_t item_bytes = 8;  // 4, 8 (f); 1, 2, 4, 8 (i, u); 1 (b)
  bool big_endian = false;
  bool fortran_order = false;  // column after column
  std::vector<std::int64_t> shape;
};

// Takes the header, format versions 1 to 3, from the source. Any deviation from what NumPy writes,
// an element type other than those above included, is DataError.
NpyHeader read_npy_header(ByteSource& source);

// Version 1, from the magic to the last byte before the elements.
std::string format_npy_header(const NpyHeader& header);

}  // namespace renyi
