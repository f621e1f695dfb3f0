// Which arrays a MAT file of version 5 holds, and one of them checked to the last byte. matio takes
// damaged, cut and lying files for good ones, so that it only sees what has passed here; what the
// numbers become is mat.hpp's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/data/byte_source.hpp"

namespace renyi {

// The bytes at the front of a file that tell whether it is a MAT file, and of which version.
inline constexpr std::size_t mat_header_bytes = 128;

// Whether a file begins as a MAT file of any version does.
bool begins_as_mat(std::string_view bytes);

// An array of real numbers of two dimensions, none of them zero.
struct MatArray {
  std::string name = {};
  std::uint32_t number_class = 0;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  bool is_packed = false;
  std::string_view content = {};  // within MatFile::bytes
};

struct MatFile {
  std::string name = {};  // for messages
  std::string bytes = {};
  bool big_endian = false;
  std::vector<MatArray> arrays = {};

  MatFile() = default;
  MatFile(const MatFile&) = delete;  // the arrays point into the bytes
  MatFile& operator=(const MatFile&) = delete;
  MatFile(MatFile&&) = default;
  MatFile& operator=(MatFile&&) = default;
  ~MatFile() = default;
};

// All such arrays with a name; structures, cells, text and arrays that are sparse, complex or of
// another rank are passed over. Throws DataError for other versions and for elements that do not
// fit into the file.
MatFile read_mat_file(ByteSource& source);

// The bytes of a MAT file with this array alone, unpacked. Throws DataError where they are damaged
// or not as many as the array's size says.
std::string single_array_file(const MatFile& file, const MatArray& array);

}  // namespace renyi
