// Any bytes as a safetensors file: nothing but DataError may escape, and what was read must be
// written and read back as itself. What holds an encoding must be one that fits.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/data/encoding_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace renyi;
  try {
    const auto file = decode_safetensors({reinterpret_cast<const char*>(data), size}, "memory");
    if (decode_safetensors(encode_safetensors(file), "memory") != file) std::abort();
    const auto encoding = load_encoding(file, "memory");
    if (encoding.design_names().size() != static_cast<std::size_t>(encoding.width())) std::abort();
  } catch (const DataError&) {
  }
  return 0;
}
