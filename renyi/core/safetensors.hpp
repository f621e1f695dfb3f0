// The safetensors format, in which every model is saved: named arrays with notes. It holds no code,
// and Python reads it with safetensors.numpy.load_file.
#pragma once

#include <string>
#include <string_view>

#include "renyi/core/tensor.hpp"

namespace renyi {

// No length that the bytes claim is believed: whatever is not exactly as the format has it (a
// header that does not fit, offsets with holes or overlaps, shapes that do not fit their bytes,
// missing or surplus bytes) is DataError. `name` stands in messages.
TensorFile decode_safetensors(std::string_view bytes, const std::string& name);
TensorFile read_safetensors(const std::string& path);

// The larger elements first, each tensor aligned to its elements. Throws UsageError for a tensor
// whose bytes do not fit its shape. The file appears whole or not at all.
std::string encode_safetensors(const TensorFile& file);
void write_safetensors(const std::string& path, const TensorFile& file);

}  // namespace renyi
