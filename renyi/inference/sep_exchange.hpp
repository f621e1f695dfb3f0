// Stochastic EP whose rows are spread over processes, each with its own site: what the others'
// factors come to stands beside the prior, and is told from time to time. Messages have the size of
// a site, whatever the number of rows.
#pragma once

#include "renyi/core/communicator.hpp"
#include "renyi/inference/sep_method.hpp"

namespace renyi {

class SepExchange {
 public:
  // Both must outlive it.
  SepExchange(SepMethod& method, Communicator& others);

  // All tell all. Sums are in the order of the processes.
  void combine();

 private:
  SepMethod& method_;
  Communicator& others_;
  Matrix factors_;  // numbers of a site x processes
  Vector sum_;
};

// The largest of what the processes have.
Index largest(Communicator& others, Index here);

}  // namespace renyi
