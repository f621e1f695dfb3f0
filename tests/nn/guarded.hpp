// Numbers with others behind them that nobody may touch, for tests of kernels over rows of any
// length.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "renyi/core/matrix.hpp"
#include "renyi/core/random.hpp"

namespace renyi::test {

template <class T>
class Guarded {
 public:
  explicit Guarded(const Vector& numbers) : size_(numbers.size()) {
    values_.assign(numbers.begin(), numbers.end());
    values_.resize(values_.size() + 16, guard);
  }
  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }
  T operator[](Index i) const { return values_[static_cast<std::size_t>(i)]; }
  Index size() const { return size_; }
  // In double, what is behind left out.
  Vector numbers() const {
    return Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(data(), size_)
        .template cast<double>();
  }
  bool is_intact() const {
    return std::all_of(values_.begin() + size_, values_.end(), [](T v) { return v == guard; });
  }

 private:
  static constexpr T guard = T(-12345);
  Index size_;
  std::vector<T> values_;
};

// Standard normal numbers that float holds too.
inline Vector normal_numbers(Index size, std::uint64_t seed) {
  VectorF v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v.cast<double>();
}

// With and without a last vector that is not whole, of every instruction set.
inline std::vector<Index> row_lengths() {
  std::vector<Index> lengths(40);
  std::iota(lengths.begin(), lengths.end(), 1);
  lengths.push_back(784);
  return lengths;
}

}  // namespace renyi::test
