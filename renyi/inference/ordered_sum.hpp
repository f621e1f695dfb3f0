// The sum of arrays that several processes have computed, in one order whatever their number: equal
// bit for bit to the sum of one process that has computed all.
#pragma once

#include <vector>

#include "renyi/core/communicator.hpp"
#include "renyi/inference/gradient_sum.hpp"

namespace renyi {

template <class T>
class OrderedSum {
 public:
  // Of arrays of gradient.size() numbers, counted over all processes, this one has its share_of in
  // `mine`, in order. Adds them all to the gradient: where there are no other processes the arrays
  // themselves, else their sum, which stays here until the next call. Every process sums up a piece
  // of what all have, and then all get all pieces: as much traffic as a ring's where each has one
  // array. With fast sums the processes' own are added in whatever order is fastest.
  void add(const Processes& processes, const std::vector<const T*>& mine, Index arrays,
           GradientSum<T>& gradient);

 private:
  void sum_in_order(Communicator& communicator, const std::vector<const T*>& mine, Index arrays);

  VectorOf<T> total_ = {};
  std::vector<T> sent_ = {}, received_ = {};
  std::vector<ConstBytes> out_ = {};
  std::vector<Bytes> in_ = {};
};

}  // namespace renyi
