// What a computation is in the middle of, to and from named arrays: one description serves both
// ways, as the same calls save and load. Files are others'.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "renyi/core/matrix.hpp"
#include "renyi/core/tensor.hpp"

namespace renyi {

class StateArchive {
 public:
  // Names in the file begin with the prefix. The file must outlive the archive.
  static StateArchive saving_to(TensorFile& file, std::string prefix = "") {
    return {&file, nullptr, "", std::move(prefix)};
  }
  // `path` stands in messages.
  static StateArchive loading_from(const TensorFile& file, std::string path,
                                   std::string prefix = "") {
    return {nullptr, &file, std::move(path), std::move(prefix)};
  }

  bool loads() const { return in_ != nullptr; }
  // Whether there is such an array to be loaded.
  bool has(const std::string& name) const;

  // Saves the value or loads into it, bit for bit: a count (std::int64_t, from 0 on), a number, a
  // bool, or an array of those. Eigen's arrays are loaded into such of the same size, or into empty
  // ones; their vectors are finite. DataError where the file has none of that name, type and size.
  template <class Value>
  void operator()(const std::string& name, Value& value) {
    if (out_ != nullptr)
      save(prefix_ + name, value);
    else if constexpr (!std::is_const_v<Value>)
      load(prefix_ + name, value);
  }

  // For what the arrays say together.
  [[noreturn]] void refuse(const std::string& expected, const std::string& found) const;

 private:
  StateArchive(TensorFile* out, const TensorFile* in, std::string path, std::string prefix)
      : out_(out), in_(in), path_(std::move(path)), prefix_(std::move(prefix)) {}

  template <class Number>
  void save_numbers(const std::string& name, const Number* numbers,
                    const std::vector<std::int64_t>& shape);
  // A size of -1 may be any.
  template <class Number>
  const Tensor& find(const std::string& name, std::vector<std::int64_t> shape) const;

  void save(const std::string& name, std::int64_t value);
  void save(const std::string& name, double value);
  void save(const std::string& name, bool value);
  void save(const std::string& name, const std::vector<std::int64_t>& values);
  void save(const std::string& name, const std::vector<double>& values);
  void save(const std::string& name, const Matrix& matrix);
  template <class T>
  void save(const std::string& name, const VectorOf<T>& vector);

  void load(const std::string& name, std::int64_t& value) const;
  void load(const std::string& name, double& value) const;
  void load(const std::string& name, bool& value) const;
  void load(const std::string& name, std::vector<std::int64_t>& values) const;
  void load(const std::string& name, std::vector<double>& values) const;
  void load(const std::string& name, Matrix& matrix) const;
  template <class T>
  void load(const std::string& name, VectorOf<T>& vector) const;

  TensorFile* out_;
  const TensorFile* in_;
  std::string path_, prefix_;
};

}  // namespace renyi
