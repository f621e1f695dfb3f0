// Named arrays of any element type with notes, as bytes. How they are stored in a file is
// safetensors.hpp's, what they mean is left to others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/core/matrix.hpp"
#include "renyi/core/named_enum.hpp"

namespace renyi {

enum class ElementType : std::uint8_t {
  boolean,
  u8,
  i8,
  u16,
  i16,
  f16,
  bf16,
  u32,
  i32,
  f32,
  u64,
  i64,
  f64
};

template <>
struct EnumNames<ElementType> {
  static constexpr std::string_view what = "dtype";
  static constexpr std::array<std::string_view, 13> names = {
      "BOOL", "U8", "I8", "U16", "I16", "F16", "BF16", "U32", "I32", "F32", "U64", "I64", "F64"};
};

std::size_t element_bytes(ElementType type);

struct Tensor {
  ElementType type = ElementType::f64;
  std::vector<std::int64_t> shape = {};  // empty: one number
  std::string bytes = {};                // row after row, little-endian
  friend bool operator==(const Tensor&, const Tensor&) = default;
};

// The names of tensors and of metadata are UTF-8.
struct TensorFile {
  std::map<std::string, Tensor> tensors = {};
  std::map<std::string, std::string> metadata = {};
  friend bool operator==(const TensorFile&, const TensorFile&) = default;
};

// How many bytes a tensor of this shape has; nothing for sizes below 0 or beyond 2^63.
std::optional<std::uint64_t> tensor_bytes(const std::vector<std::int64_t>& shape, ElementType type);

Tensor vector_tensor(const ConstVectorRef& vector);
Tensor matrix_tensor(const ConstMatrixRef& matrix);

// The tensor or metadata of the given name, as numbers. DataError, which names the file, where it
// is absent, of another type or rank, or holds a number that is not finite.
Vector read_vector(const TensorFile& file, const std::string& name, const std::string& path);
Matrix read_matrix_tensor(const TensorFile& file, const std::string& name, const std::string& path);
const std::string& read_metadata(const TensorFile& file, const std::string& name,
                                 const std::string& path);

}  // namespace renyi
