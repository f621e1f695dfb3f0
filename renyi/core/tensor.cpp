#include "renyi/core/tensor.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <limits>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are copied as they are");

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

const Tensor& numbers_named(const TensorFile& file, const std::string& name, std::size_t rank,
                            const std::string& path) {
  const auto found = file.tensors.find(name);
  if (found == file.tensors.end())
    throw DataError({.file = path}, fmt::format("a tensor '{}'", name), "none of that name");
  const Tensor& tensor = found->second;
  if (tensor.type != ElementType::f64 || tensor.shape.size() != rank)
    throw DataError({.file = path}, fmt::format("tensor '{}' of F64 and rank {}", name, rank),
                    fmt::format("{} and rank {}", to_string(tensor.type), tensor.shape.size()));
  return tensor;
}

template <class Result>
Result filled(Result result, const Tensor& tensor, const std::string& name,
              const std::string& path) {
  RowMajor rows(result.rows(), result.cols());
  if (rows.size() > 0) std::memcpy(rows.data(), tensor.bytes.data(), tensor.bytes.size());
  if (!rows.allFinite())
    throw DataError({.file = path}, fmt::format("finite numbers in tensor '{}'", name), "others");
  result = rows;
  return result;
}

}  // namespace

std::size_t element_bytes(ElementType type) {
  if (type <= ElementType::i8) return 1;
  if (type <= ElementType::bf16) return 2;
  return type <= ElementType::f32 ? 4 : 8;
}

std::optional<std::uint64_t> tensor_bytes(const std::vector<std::int64_t>& shape,
                                          ElementType type) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  std::uint64_t bytes = element_bytes(type);
  for (const std::int64_t size : shape) {
    if (size < 0) return std::nullopt;
    const auto factor = static_cast<std::uint64_t>(size);
    if (factor != 0 && bytes > most / factor) return std::nullopt;
    bytes *= factor;
  }
  return bytes;
}

Tensor vector_tensor(const ConstVectorRef& vector) {
  Tensor tensor = matrix_tensor(ConstMatrixRef(vector));
  tensor.shape.pop_back();
  return tensor;
}

Tensor matrix_tensor(const ConstMatrixRef& matrix) {
  Tensor tensor{.shape = {matrix.rows(), matrix.cols()}};
  const RowMajor rows = matrix;
  tensor.bytes.resize(static_cast<std::size_t>(rows.size()) * sizeof(double));
  if (rows.size() > 0) std::memcpy(tensor.bytes.data(), rows.data(), tensor.bytes.size());
  return tensor;
}

Vector read_vector(const TensorFile& file, const std::string& name, const std::string& path) {
  const Tensor& tensor = numbers_named(file, name, 1, path);
  return filled(Vector(tensor.shape[0]), tensor, name, path);
}

Matrix read_matrix_tensor(const TensorFile& file, const std::string& name,
                          const std::string& path) {
  const Tensor& tensor = numbers_named(file, name, 2, path);
  return filled(Matrix(tensor.shape[0], tensor.shape[1]), tensor, name, path);
}

const std::string& read_metadata(const TensorFile& file, const std::string& name,
                                 const std::string& path) {
  const auto found = file.metadata.find(name);
  if (found == file.metadata.end())
    throw DataError({.file = path}, fmt::format("metadata '{}'", name), "none of that name");
  return found->second;
}

}  // namespace renyi
