// What training maximises: a model and an approximating family behind one seam. Log-weights go out,
// coefficients come back as a gradient. Bounds and estimators are the weigher's, steps are left to
// train.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "renyi/bound/estimator.hpp"
#include "renyi/core/communicator.hpp"
#include "renyi/core/matrix.hpp"
#include "renyi/core/parallel.hpp"
#include "renyi/core/random.hpp"
#include "renyi/inference/gradient_sum.hpp"

namespace renyi {

// What stands between draws and gradient: log-weights of some bounds go in, coefficients come out.
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
  virtual bool is_sparse() const { return false; }

  // The columns of log_weights (K draws each) are the bounds first_bound, first_bound + 1, ...
  // Blocks may come in any order and from several threads at once, each once a step. The result is
  // valid until the step ends. Throws NumericalError that names the draw or the bound, counted
  // over the whole minibatch, that is not a number (log-weights: a number or -inf).
  virtual const GradientCoefficients& weigh(Index block, Index first_bound,
                                            const Matrix& log_weights) = 0;

  // Where each process has weighed the bounds of its share of the shards: what the others have.
  virtual void share(Communicator& /*communicator*/, const Partition& /*shards*/) {}
};

// The objective of a minibatch is
//
//   outside + scale * sum_b bound_b,
//
// with one bound for the whole minibatch (B = 1: the energy approximation) or one for each row
// (B = M). Calls come in the order outside, step, scale, once a step each; step consists of draw
// and pull_back, and what draw computes may be kept for pull_back. Nothing is allocated once all
// shapes have been seen. T, float or double, is the parameters' precision; log-weights, bounds and
// coefficients are double.
template <class T>
class BasicObjective {
 public:
  BasicObjective() = default;
  BasicObjective(const BasicObjective&) = delete;
  BasicObjective& operator=(const BasicObjective&) = delete;
  virtual ~BasicObjective() = default;

  virtual Index parameters() const = 0;
  virtual Index rows() const = 0;  // of the whole data set, N
  // For messages: "layer 1 weight 3,7 mean".
  virtual std::string parameter_name(Index parameter) const = 0;

  // log_weights: K draws x B bounds, for the rows of one minibatch. The noise is a function of the
  // stream alone. Resizes log_weights when its shape does not fit.
  virtual void draw(const VectorOf<T>& parameters, std::span<const Index> rows, Index draws,
                    const Stream& stream, Matrix& log_weights) = 0;

  // The factor of every bound in the objective, for the minibatch drawn last.
  virtual double scale() const { return 1.0; }

  // What is told of a minibatch of that many rows with that value, such as the mean of its bounds.
  virtual double reported(double value, Index /*rows*/) const { return value; }

  // The part that needs no draw, such as a divergence in closed form; its gradient is added.
  virtual double outside(const VectorOf<T>& /*parameters*/, GradientSum<T>& /*gradient*/) {
    return 0.0;
  }

  // Adds scale * sum_kb of the coefficients' products with the derivatives of log_weights(k, b) of
  // the last draw. Draws whose coefficients are zero cost nothing.
  virtual void pull_back(const VectorOf<T>& parameters, const GradientCoefficients& coefficients,
                         VectorOf<T>& gradient) = 0;

  // Draws, weighs and pulls back, adding to the gradient all but the part outside. This default
  // takes all bounds as one block; with a bound a row an objective can go block by block, on
  // several threads, while what it computed of a block is in the cache, and leave each thread's
  // gradient where it is.
  virtual void step(const VectorOf<T>& parameters, std::span<const Index> rows, Index draws,
                    const Stream& stream, Weigher& weigher, GradientSum<T>& gradient);

 private:
  // For the longest minibatches and for others, so that neither is allocated again.
  std::array<Matrix, 2> log_weights_ = {};
  std::size_t most_rows_ = 0;
};

extern template class BasicObjective<float>;
extern template class BasicObjective<double>;
using Objective = BasicObjective<double>;

}  // namespace renyi
