#include "renyi/data/mat.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <matio.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <system_error>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/mat_file.hpp"

namespace renyi {
namespace {

// A file in memory, since matio reads from paths alone.
class MemoryFile {
 public:
  MemoryFile(const std::string& name, std::string_view bytes)
      : descriptor_(::memfd_create("renyi", MFD_CLOEXEC)) {
    while (descriptor_ >= 0 && !bytes.empty()) {
      const auto count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    if (descriptor_ >= 0 && bytes.empty()) return;
    const auto reason = std::generic_category().message(errno);
    if (descriptor_ >= 0) ::close(descriptor_);
    throw DataError::input_output(name, "cannot be unpacked in memory: " + reason);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }

  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_;
};

std::string shown(const std::vector<const MatArray*>& arrays) {
  std::vector<std::string> names;
  names.reserve(arrays.size());
  for (const auto* array : arrays)
    names.push_back(
        fmt::format("{} of {} x {}", excerpt(array->name), array->rows, array->columns));
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

const MatArray& choose(const MatFile& file, const std::string& variable) {
  std::vector<const MatArray*> fitting;
  for (const auto& array : file.arrays) {
    if (!variable.empty() && array.name == variable) return array;
    if (array.columns > 1) fitting.push_back(&array);  // one column is labels
  }
  if (!variable.empty())
    throw DataError({.file = file.name},
                    fmt::format("an array {} of numbers in two dimensions", excerpt(variable)),
                    shown(fitting));
  if (fitting.size() != 1)
    throw DataError({.file = file.name}, "one array of images, or the variable that names it",
                    shown(fitting));
  return *fitting.front();
}

template <class Number>
MatrixF by_rows(const matvar_t& variable, Index rows, Index columns) {
  using Stored = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<const Stored>(static_cast<const Number*>(variable.data), rows, columns)
      .template cast<float>();
}

MatrixF convert_variable(const matvar_t& variable, Index rows, Index columns) {
  switch (variable.class_type) {
    case MAT_C_DOUBLE:
      return by_rows<double>(variable, rows, columns);
    case MAT_C_SINGLE:
      return by_rows<float>(variable, rows, columns);
    case MAT_C_INT8:
      return by_rows<std::int8_t>(variable, rows, columns);
    case MAT_C_UINT8:
      return by_rows<std::uint8_t>(variable, rows, columns);
    case MAT_C_INT16:
      return by_rows<std::int16_t>(variable, rows, columns);
    case MAT_C_UINT16:
      return by_rows<std::uint16_t>(variable, rows, columns);
    case MAT_C_INT32:
      return by_rows<std::int32_t>(variable, rows, columns);
    case MAT_C_UINT32:
      return by_rows<std::uint32_t>(variable, rows, columns);
    case MAT_C_INT64:
      return by_rows<std::int64_t>(variable, rows, columns);
    default:
      return by_rows<std::uint64_t>(variable, rows, columns);
  }
}

}  // namespace

PixelArray read_mat(ByteSource& source, const std::string& variable) {
  const MatFile file = read_mat_file(source);
  const MatArray& array = choose(file, variable);
  const MemoryFile copy(file.name, single_array_file(file, array));
  const std::unique_ptr<mat_t, int (*)(mat_t*)> opened(
      Mat_Open(copy.path().c_str(), MAT_ACC_RDONLY), Mat_Close);
  const std::unique_ptr<matvar_t, void (*)(matvar_t*)> read(
      opened ? Mat_VarReadNextInfo(opened.get()) : nullptr, Mat_VarFree);
  const auto count = static_cast<std::size_t>(array.rows) * static_cast<std::size_t>(array.columns);
  if (!read || static_cast<std::uint32_t>(read->class_type) != array.number_class ||
      read->rank != 2 || read->dims[0] != static_cast<std::size_t>(array.rows) ||
      read->dims[1] != static_cast<std::size_t>(array.columns) ||
      Mat_VarReadDataAll(opened.get(), read.get()) != 0 || read->data == nullptr ||
      read->nbytes != count * Mat_SizeOfClass(read->class_type))
    throw DataError({.file = file.name}, "an array that matio reads", excerpt(array.name));
  return {.values = convert_variable(*read, array.rows, array.columns),
          .is_bytes = read->class_type == MAT_C_UINT8};
}

}  // namespace renyi
