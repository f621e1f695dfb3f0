// Vectors of numbers that begin at a cache line: a load of a vector of the machine then crosses
// two lines no more often than the rows it goes through ask for.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace renyi {

inline constexpr std::size_t cache_line = 64;

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <class U>
  explicit CacheLineAllocator(const CacheLineAllocator<U>& /*other*/) {}

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{cache_line}));
  }
  void deallocate(T* numbers, std::size_t /*count*/) {
    ::operator delete (numbers, std::align_val_t{cache_line});
  }
  bool operator==(const CacheLineAllocator& /*other*/) const { return true; }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace renyi
