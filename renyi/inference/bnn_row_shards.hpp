// A Bayesian network whose minibatches are cut into shards of rows, each of them computed apart:
// what a process does not have of a minibatch it need not read. All draws of a shard's rows are
// bnn_objective.hpp's.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "renyi/inference/bnn_objective.hpp"
#include "renyi/inference/ordered_sum.hpp"

namespace renyi {

// Of one bound a minibatch the shards' parts of K log-weights travel, then gradients; of one a row
// its log-weights and gradients. Bits depend on the number of shards, not on that of processes or
// threads (but for fast sums). Every shard draws all weights again, which is what it costs.
template <class T>
class BnnRowShards final : public Objective {
 public:
  // rows: inputs, and the target behind them, in memory or not; they must outlive this, as pool and
  // communicator, which may be null. `shards` of each minibatch, at least 1.
  BnnRowShards(const BnnSpec& model, const RowsView& rows, Index shards, ThreadPool* pool,
               const Processes& processes = {});

  Index parameters() const override { return first().parameters(); }
  Index rows() const override { return first().rows(); }
  std::string parameter_name(Index parameter) const override {
    return first().parameter_name(parameter);
  }
  void draw(const Vector& parameters, std::span<const Index> rows, Index draws,
            const Stream& stream, Matrix& log_weights) override;
  double scale() const override;
  double outside(const Vector& parameters, GradientSum<double>& gradient) override {
    return objectives_.front()->outside(parameters, gradient);
  }
  void pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                 Vector& gradient) override;

  Vector start(std::uint64_t seed) const { return first().start(seed); }

 private:
  // Of a shard of this process.
  struct Work {
    Matrix log_weights = {};
    GradientCoefficients coefficients = {};
    Vector gradient = {};
  };
  const BnnObjective<T>& first() const { return *objectives_.front(); }
  bool by_row() const { return grouping_ == Grouping::row; }
  Partition parts() const { return Partition::even(batch_rows_, shards_); }
  void share_sums(Index draws, Matrix& log_weights);
  void share_rows(Index draws, Matrix& log_weights);
  const GradientCoefficients& coefficients_of(const GradientCoefficients& all, Index shard,
                                              Work& work) const;

  Grouping grouping_;
  Index shards_;
  Processes processes_;
  Share own_;
  Index batch_rows_ = 0;
  std::vector<std::unique_ptr<BnnObjective<T>>> objectives_ = {};  // one at least
  std::vector<Work> work_ = {};
  std::vector<double> told_ = {};
  std::vector<const double*> arrays_ = {};
  OrderedSum<double> ordered_ = {};
  GradientSum<double> total_ = {};
};

}  // namespace renyi
