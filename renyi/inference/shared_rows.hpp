// The rows of a density on several processes and threads: each has some of them, and computes of
// every minibatch those rows that it has. Sums over rows travel, rows do not. What the density is
// of is left to it.
#pragma once

#include <vector>

#include "renyi/core/communicator.hpp"
#include "renyi/core/grow.hpp"
#include "renyi/core/parallel.hpp"
#include "renyi/inference/gradient_sum.hpp"
#include "renyi/inference/ordered_sum.hpp"
#include "renyi/models/density.hpp"

namespace renyi {

// All processes make all calls, in the same order and with the same arguments, as they do where
// what they compute is equal bit for bit; and it is: rows are cut into at most 16 shards whatever
// the number of processes, and what shards give is added in their order (but for fast sums). A step
// with one bound tells K numbers a shard, then d x K; one with a bound a row K numbers a row.
class SharedRows final : public Density {
 public:
  // Those of all rows that this process has: whole shards.
  static Share rows_here(Index rows, const Communicator& others);

  // `here` has those rows alone, from 0, of so many in all; its log_base is that of the whole. All
  // must outlive this; the pool may be null. `here` is called from its threads, and must not throw
  // where there are other processes.
  SharedRows(const Density& here, Index rows, Processes processes, ThreadPool* pool = nullptr);

  Index dimension() const override { return here_.dimension(); }
  Index rows() const override { return shards_.items(); }
  std::string coordinate_name(Index coordinate) const override {
    return here_.coordinate_name(coordinate);
  }
  bool up_to_a_constant() const override { return here_.up_to_a_constant(); }
  bool has_threads() const override { return true; }

  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values) const override {
    here_.log_base(theta, values);
  }
  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                Eigen::Ref<Matrix> gradients) const override {
    here_.log_base(theta, values, gradients);
  }
  void log_rows(const ConstMatrixRef& theta, std::span<const Index> rows,
                Eigen::Ref<Matrix> values) const override;
  void add_row_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                         const ConstMatrixRef& coefficients,
                         Eigen::Ref<Matrix> gradients) const override;
  void log_row_sums(const ConstMatrixRef& theta, std::span<const Index> rows,
                    Eigen::Ref<Vector> values) const override;
  void add_row_sum_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                             const ConstVectorRef& coefficients,
                             Eigen::Ref<Matrix> gradients) const override;

 private:
  // What a minibatch has of a shard of this process.
  struct Shard {
    std::vector<Index> rows = {};    // as `here` counts them
    std::vector<Index> places = {};  // in the minibatch
    std::vector<double> memory = {};
    Matrix gradients = {};  // d x K

    // Draws x rows: values or coefficients.
    Eigen::Map<Matrix> numbers(Index draws) {
      grow(memory, draws * std::ssize(rows));
      return {memory.data(), draws, std::ssize(rows)};
    }
  };

  void deal(std::span<const Index> rows) const;
  // f(shard, its number among all) of this process's.
  template <class F>
  void each_shard(F f) const;
  // Adds all shards' gradients.
  void add_gradients(Eigen::Ref<Matrix> gradients) const;

  const Density& here_;
  Processes processes_;
  ThreadPool* pool_;
  Partition shards_;
  Share mine_;  // of the shards
  // Working memory: calls come from one thread.
  mutable std::vector<Shard> own_;
  mutable Matrix sums_ = {};  // K x shards
  mutable std::vector<double> all_values_ = {};
  mutable std::vector<const double*> arrays_ = {};
  mutable OrderedSum<double> ordered_ = {};
  mutable GradientSum<double> total_ = {};
};

}  // namespace renyi
