// Any bytes as a MAT file: nothing but DataError may escape, and what was read is a proper array.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "renyi/core/error.hpp"
#include "renyi/data/mat.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace renyi;
  try {
    auto source = ByteSource::of_memory({reinterpret_cast<const char*>(data), size});
    if (read_mat(source, "").values.cols() < 2) std::abort();
  } catch (const DataError&) {
  }
  return 0;
}
