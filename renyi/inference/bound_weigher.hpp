// The coefficients of a step of training: the bounds of the run's order, one of their draws picked
// or all of them, and the estimator. What is done with them is left to the objective.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/random.hpp"
#include "renyi/inference/objective.hpp"
#include "renyi/inference/train_options.hpp"

namespace renyi {

// What comes out does not depend on how the bounds are cut into blocks.
class BoundWeigher final : public Weigher {
 public:
  // Of options, alpha, estimator, backward and seed count. Full minibatches and the short one of an
  // epoch have their own memory, so that neither is allocated again.
  void start_step(const TrainOptions& options, std::uint32_t step, bool is_full);

  void begin(Index bounds, Index blocks) override;
  bool is_sparse() const override { return backward_ == Backward::one || !alpha_.is_finite(); }
  const GradientCoefficients& weigh(Index block, Index first_bound,
                                    const Matrix& log_weights) override;
  void share(Communicator& communicator, const Partition& shards) override;

  // Of the step, once all blocks are weighed; NaN where one is missing.
  double sum_of_bounds() const;
  // Mean over bounds of 1 / sum_k c_k^2 with the coefficients c of the bound.
  double effective_draws() const;

 private:
  struct Block {
    Bound bound = {};
    std::vector<Index> picks = {};
    GradientCoefficients coefficients = {};
  };
  struct Batch {
    Vector bounds = {};
    Vector effective_draws = {};
    std::vector<Block> blocks = {};
  };
  Batch& batch() { return batches_[is_full_ ? 0 : 1]; }
  const Batch& batch() const { return batches_[is_full_ ? 0 : 1]; }

  std::array<Batch, 2> batches_ = {};
  Alpha alpha_ = Alpha::vi();
  Estimator estimator_ = Estimator::reparameterised;
  Backward backward_ = Backward::all;
  Stream pick_stream_ = {};
  bool is_full_ = true;
  std::vector<double> shared_ = {};
};

}  // namespace renyi
