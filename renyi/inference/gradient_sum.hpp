// A gradient as a sum of arrays, such as those of several threads, which are added in their order
// by who passes over it anyway. Where the arrays come from is the objective's.
#pragma once

#include <span>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

template <class T>
class GradientSum {
 public:
  // The sum of no arrays. Allocates only for another size.
  void start(Index size);

  // An array of its own to add to, all 0 when first asked for after start().
  VectorOf<T>& own();
  // The same for who writes all of it; null where it is in use already.
  T* unused_own();
  // One that belongs to somebody else, who leaves it alone until the next start(). Its own, if it
  // is asked for, comes before all of these.
  void add(const T* part) { others_.push_back(part); }

  Index size() const { return own_.size(); }
  // The entries from `begin`, `count` of them, as two terms, of which the second may be null: so
  // that who reads a sum of two arrays anyway can add them on the way. Where they stand if there
  // are no more, else the first is in `memory`.
  struct Terms {
    const T* first;
    const T* second;
  };
  Terms terms(Index begin, Index count, T* memory) const;
  // The whole of it in own(), which is the only array then.
  VectorOf<T>& collect();

  // The memory of its own array, whether in use or not, for who has done with the sum: until the
  // next start() it is his, to write to or to put another of the same size in its place.
  VectorOf<T>& memory() { return own_; }

 private:
  VectorOf<T> own_ = {};
  bool uses_own_ = false;
  std::vector<const T*> others_ = {};
};

}  // namespace renyi
