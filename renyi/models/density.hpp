// A density of a vector theta that is known but for its integral, as approximations of it see it:
// for a batch of values of theta at a time. Where it comes from (a user's struct, a shared library,
// a regression of a table) is left to those that derive from it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

// log p(theta, data) = log_base(theta) + sum over rows n of log p(row n | theta). Without rows
// log_base is all of it; with them it is the prior, and rows can be taken in minibatches. A draw is
// a column of `theta`, d x K. Functions may be called from several threads at once, each with draws
// of its own, unless has_threads(). Values may be -inf, where there is no gradient (its entries are
// then not looked at); NaN is for callers to refuse.
class Density {
 public:
  Density() = default;
  Density(const Density&) = delete;
  Density& operator=(const Density&) = delete;
  virtual ~Density() = default;

  virtual Index dimension() const = 0;
  virtual Index rows() const { return 0; }
  virtual std::string coordinate_name(Index coordinate) const {
    return "theta[" + std::to_string(coordinate + 1) + "]";
  }

  // Whether log p(theta, data) is known up to a constant alone, since a prior is improper or
  // constants were left out. Then so are the evidence and all bounds on it.
  virtual bool up_to_a_constant() const { return false; }

  // Whether it spreads its rows over threads or processes: it is then called from one thread alone,
  // and best with all draws at once.
  virtual bool has_threads() const { return false; }

  // values: K.
  virtual void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values) const = 0;
  // The same and its gradients, d x K.
  virtual void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                        Eigen::Ref<Matrix> gradients) const = 0;

  // Of rows, where there are any (a density without them has no terms): values(k, m) = log p(row
  // rows[m] | theta_k), K x M.
  virtual void log_rows(const ConstMatrixRef& theta, std::span<const Index> rows,
                        Eigen::Ref<Matrix> values) const;
  // Adds sum_m coefficients(k, m) d log p(row rows[m] | theta_k) / d theta_k to column k of
  // `gradients`. Draws whose coefficients are all 0 cost nothing.
  virtual void add_row_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                                 const ConstMatrixRef& coefficients,
                                 Eigen::Ref<Matrix> gradients) const;

  // The same of sums over rows, for who does not look at each: values(k) = sum_m log p(row rows[m]
  // | theta_k), K, and gradients times coefficients(k). As they stand they ask for some rows at a
  // time, and allocate nothing.
  virtual void log_row_sums(const ConstMatrixRef& theta, std::span<const Index> rows,
                            Eigen::Ref<Vector> values) const;
  virtual void add_row_sum_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                                     const ConstVectorRef& coefficients,
                                     Eigen::Ref<Matrix> gradients) const;
};

std::vector<std::string> coordinate_names(const Density& density);

// log p(theta, data), of all rows, and its gradient where asked for.
double log_joint(const Density& density, const Vector& theta, Vector* gradient = nullptr);
// Of draws, columns of theta: values, K.
void log_joints(const Density& density, const ConstMatrixRef& theta, Eigen::Ref<Vector> values);

}  // namespace renyi
