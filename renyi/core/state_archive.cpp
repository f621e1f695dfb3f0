#include "renyi/core/state_archive.hpp"

#include <fmt/format.h>

#include <cstring>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Number>
constexpr ElementType element_type() {
  if constexpr (std::is_same_v<Number, float>) return ElementType::f32;
  if constexpr (std::is_same_v<Number, std::int64_t>) return ElementType::i64;
  return ElementType::f64;
}

// Empty arrays take any size.
std::int64_t expected_size(Index size) { return size == 0 ? -1 : size; }

template <class Number>
void copy_to(const Tensor& tensor, Number* numbers) {
  if (!tensor.bytes.empty()) std::memcpy(numbers, tensor.bytes.data(), tensor.bytes.size());
}

}  // namespace

bool StateArchive::has(const std::string& name) const {
  return in_ != nullptr && in_->tensors.contains(prefix_ + name);
}

void StateArchive::refuse(const std::string& expected, const std::string& found) const {
  throw DataError({.file = path_}, expected, found);
}

template <class Number>
void StateArchive::save_numbers(const std::string& name, const Number* numbers,
                                const std::vector<std::int64_t>& shape) {
  Tensor tensor{.type = element_type<Number>(), .shape = shape};
  tensor.bytes.resize(static_cast<std::size_t>(*tensor_bytes(tensor.shape, tensor.type)));
  if (!tensor.bytes.empty()) std::memcpy(tensor.bytes.data(), numbers, tensor.bytes.size());
  out_->tensors[name] = std::move(tensor);
}

template <class Number>
const Tensor& StateArchive::find(const std::string& name, std::vector<std::int64_t> shape) const {
  const auto found = in_->tensors.find(name);
  if (found == in_->tensors.end()) refuse(fmt::format("a tensor '{}'", name), "none of that name");
  const Tensor& tensor = found->second;
  if (tensor.shape.size() == shape.size())
    for (std::size_t i = 0; i < shape.size(); ++i)
      if (shape[i] < 0) shape[i] = tensor.shape[i];
  if (tensor.type != element_type<Number>() || tensor.shape != shape)
    refuse(fmt::format("tensor '{}' of {} and shape [{}]", name, to_string(element_type<Number>()),
                       fmt::join(shape, ", ")),
           fmt::format("{} and [{}]", to_string(tensor.type), fmt::join(tensor.shape, ", ")));
  return tensor;
}

void StateArchive::save(const std::string& name, std::int64_t value) {
  save_numbers(name, &value, {});
}
void StateArchive::load(const std::string& name, std::int64_t& value) const {
  copy_to(find<std::int64_t>(name, {}), &value);
  if (value < 0) refuse(fmt::format("a count in tensor '{}'", name), fmt::to_string(value));
}

void StateArchive::save(const std::string& name, double value) { save_numbers(name, &value, {}); }
void StateArchive::load(const std::string& name, double& value) const {
  copy_to(find<double>(name, {}), &value);
}

void StateArchive::save(const std::string& name, bool value) {
  save(name, std::int64_t{value ? 1 : 0});
}
void StateArchive::load(const std::string& name, bool& value) const {
  std::int64_t number = 0;
  load(name, number);
  value = number != 0;
}

void StateArchive::save(const std::string& name, const std::vector<std::int64_t>& values) {
  save_numbers(name, values.data(), {std::ssize(values)});
}
void StateArchive::load(const std::string& name, std::vector<std::int64_t>& values) const {
  const Tensor& tensor = find<std::int64_t>(name, {expected_size(std::ssize(values))});
  values.resize(static_cast<std::size_t>(tensor.shape[0]));
  copy_to(tensor, values.data());
  for (const std::int64_t value : values)
    if (value < 0) refuse(fmt::format("counts in tensor '{}'", name), fmt::to_string(value));
}

void StateArchive::save(const std::string& name, const std::vector<double>& values) {
  save_numbers(name, values.data(), {std::ssize(values)});
}
void StateArchive::load(const std::string& name, std::vector<double>& values) const {
  const Tensor& tensor = find<double>(name, {expected_size(std::ssize(values))});
  values.resize(static_cast<std::size_t>(tensor.shape[0]));
  copy_to(tensor, values.data());
}

void StateArchive::save(const std::string& name, const Matrix& matrix) {
  const RowMajorMatrix rows = matrix;
  save_numbers(name, rows.data(), {rows.rows(), rows.cols()});
}
void StateArchive::load(const std::string& name, Matrix& matrix) const {
  const Tensor& tensor =
      find<double>(name, {expected_size(matrix.rows()), expected_size(matrix.cols())});
  RowMajorMatrix rows(tensor.shape[0], tensor.shape[1]);
  copy_to(tensor, rows.data());
  matrix = rows;
}

template <class T>
void StateArchive::save(const std::string& name, const VectorOf<T>& vector) {
  save_numbers(name, vector.data(), {vector.size()});
}
template <class T>
void StateArchive::load(const std::string& name, VectorOf<T>& vector) const {
  const Tensor& tensor = find<T>(name, {expected_size(vector.size())});
  vector.resize(tensor.shape[0]);
  copy_to(tensor, vector.data());
  if (!vector.allFinite()) refuse(fmt::format("finite numbers in tensor '{}'", name), "others");
}

template void StateArchive::save(const std::string&, const VectorOf<float>&);
template void StateArchive::save(const std::string&, const VectorOf<double>&);
template void StateArchive::load(const std::string&, VectorOf<float>&) const;
template void StateArchive::load(const std::string&, VectorOf<double>&) const;

}  // namespace renyi
