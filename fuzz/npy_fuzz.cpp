// Any bytes as an NPY file: nothing but DataError may escape, and what was read must be written and
// read back bit for bit.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "renyi/core/error.hpp"
#include "renyi/data/npy.hpp"

namespace {

using namespace renyi;

std::string encoded(const Matrix& matrix) {
  std::string bytes;
  encode_npy(matrix, [&](std::string_view part) { bytes += part; });
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    auto source = ByteSource::of_memory({reinterpret_cast<const char*>(data), size});
    const auto matrix = read_npy(source);
    auto again_source = ByteSource::of_memory(encoded(matrix));
    const auto again = read_npy(again_source);
    const auto bytes = static_cast<std::size_t>(matrix.size()) * sizeof(double);
    if (again.rows() != matrix.rows() || again.cols() != matrix.cols() ||
        std::memcmp(again.data(), matrix.data(), bytes) != 0)
      std::abort();
  } catch (const DataError&) {
  }
  return 0;
}
