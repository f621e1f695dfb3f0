// Numbers and flags in the metadata of a file of tensors, where all is text. The text itself is
// core/tensor.hpp's.
#pragma once

#include <string>

#include "renyi/core/tensor.hpp"

namespace renyi {

// DataError, which names the file and the entry, where it is absent or something else. Number is
// std::int64_t, std::uint64_t or double.
template <class Number>
Number read_number(const TensorFile& file, const std::string& name, const std::string& path);
bool read_flag(const TensorFile& file, const std::string& name, const std::string& path);

}  // namespace renyi
