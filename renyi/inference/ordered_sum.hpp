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
  // `mine`, in order. Afterwards their sum is the gradient's only part; it stays here until the
  // next call. Every process sums up a piece of what all have, and then all get all pieces: as much
  // traffic as a ring's where each has one array. Where `is_fast`, the processes' own sums are
  // added in whatever order is fastest, so that bits depend on the number of processes.
  void add(Communicator& communicator, const std::vector<const T*>& mine, Index arrays,
           bool is_fast, GradientSum<T>& gradient);

 private:
  void sum_in_order(Communicator& communicator, const std::vector<const T*>& mine, Index arrays);

  VectorOf<T> total_ = {};
  std::vector<T> sent_ = {}, received_ = {};
  std::vector<ConstBytes> out_ = {};
  std::vector<Bytes> in_ = {};
};

}  // namespace renyi
