// What stands between draws and gradient: log-weights of some bounds go in, coefficients come out.
// Which bound and which estimator is bound_weigher.hpp's, where draws come from the objective's.
#pragma once

#include "renyi/bound/estimator.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

class Weigher {
 public:
  Weigher() = default;
  Weigher(const Weigher&) = delete;
  Weigher& operator=(const Weigher&) = delete;
  virtual ~Weigher() = default;

  // Before any weigh() of a step: how many bounds there are in all, and in how many blocks they
  // come.
  virtual void begin(Index bounds, Index blocks) = 0;

  // Whether few draws of a bound have coefficients other than 0, so that it does not pay to keep
  // what was computed of all.
  virtual bool is_sparse() const = 0;

  // The columns of log_weights (K draws each) are the bounds first_bound, first_bound + 1, ...
  // Blocks may come in any order and from several threads at once, each once a step. The result is
  // valid until the step ends. Throws NumericalError that names the draw or the bound, counted
  // over the whole minibatch, that is not a number (log-weights: a number or -inf).
  virtual const GradientCoefficients& weigh(Index block, Index first_bound,
                                            const Matrix& log_weights) = 0;
};

}  // namespace renyi
