// Passes over all parameters of a model between two evaluations of its gradient, in fixed chunks on
// several threads: equal bit for bit for any number of them. What they are for is train.hpp's.
#pragma once

#include <vector>

#include "renyi/core/parallel.hpp"
#include "renyi/inference/adam.hpp"
#include "renyi/inference/gradient_sum.hpp"

namespace renyi {

// T is float or double. All vectors have the same size. Nothing but the constructor allocates.
template <class T>
class Sweep {
 public:
  // A null pool is the thread of the caller.
  Sweep(Index parameters, ThreadPool* pool);

  // adam_step. `to` may be where an array of the gradient stands, and is none of the others.
  kernels::AdamOutcome adam(const AdamOptions& options, double rate, const GradientSum<T>& gradient,
                            BasicAdamState<T>& state, const VectorOf<T>& from,
                            VectorOf<T>& to) const;

  // average += (value - average) / count.
  void add_to_average(const VectorOf<T>& value, std::int64_t count, VectorOf<T>& average) const;

  // Summed in double precision.
  double norm(const VectorOf<T>& vector);
  void multiply(double factor, VectorOf<T>& vector) const;

 private:
  template <class F>
  void each_chunk(F&& f) const;

  Partition chunks_;
  ThreadPool* pool_;
  std::vector<double> parts_;
};

}  // namespace renyi
