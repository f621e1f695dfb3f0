// Any bytes as an IDX file: nothing but DataError may escape, and what was read is a proper array.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "renyi/core/error.hpp"
#include "renyi/data/idx.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace renyi;
  try {
    auto source = ByteSource::of_memory({reinterpret_cast<const char*>(data), size});
    auto array = read_idx(source);
    if (array.values.size() == 0) std::abort();
    if (array.height > 0 && array.values.cols() != array.height * array.width) std::abort();
    const bool is_bytes = array.is_bytes;
    scale_bytes(array);
    if (is_bytes && (array.values.minCoeff() < 0.0F || array.values.maxCoeff() > 1.0F))
      std::abort();
  } catch (const DataError&) {
  }
  return 0;
}
