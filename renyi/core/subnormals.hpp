// Subnormal numbers as zeros, for a thread and a scope. Many processors take more than a hundred
// cycles for each of them, and the weights of bad draws, times slopes, are full of them.
#pragma once

#include <cstdint>

namespace renyi {

// How a thread rounds and whether its subnormal numbers count as zeros. Loops on several threads
// (parallel.hpp) run in their caller's mode.
class FloatMode {
 public:
  static FloatMode current();
  // As current(), but for subnormal numbers, which are zeros when read and when written. Where the
  // machine is none that we know: as current().
  static FloatMode without_subnormals();

  void apply() const;
  bool operator==(const FloatMode&) const = default;

 private:
  explicit FloatMode(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_;
};

// From here to the end of the scope, where wanted: for arithmetic in single precision, whose
// results do not look at 1e-38.
class FlushSubnormals {
 public:
  explicit FlushSubnormals(bool wanted = true);
  ~FlushSubnormals() { before_.apply(); }
  FlushSubnormals(const FlushSubnormals&) = delete;
  FlushSubnormals& operator=(const FlushSubnormals&) = delete;

 private:
  FloatMode before_;
};

}  // namespace renyi
