// Any density and any family as an objective: draws of the family, weighed by the density, at every
// order; the rows of the density, where it has any, in minibatches.
#pragma once

#include <vector>

#include "renyi/core/parallel.hpp"
#include "renyi/families/affine_map.hpp"
#include "renyi/families/family.hpp"
#include "renyi/inference/grouping.hpp"
#include "renyi/inference/objective.hpp"
#include "renyi/models/density.hpp"

namespace renyi {

// Parameters are the family's, which is of u where theta = map(u). Draws are shared out over the
// pool's threads, one block of them a call of the density; the result does not depend on their
// number.
class DensityObjective final : public Objective {
 public:
  // Density, family and pool must outlive this; the pool may be null. Without rows the grouping
  // does not matter. Throws UsageError where they have not the same dimension.
  DensityObjective(const Density& density, Family& family, AffineMap map,
                   Grouping grouping = Grouping::batch, ThreadPool* pool = nullptr);

  Index parameters() const override { return family_.parameters(); }
  Index rows() const override;  // 1 for a density without rows
  std::string parameter_name(Index parameter) const override;
  void draw(const Vector& parameters, std::span<const Index> rows, Index draws,
            const Stream& stream, Matrix& log_weights) override;
  double scale() const override;
  void pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                 Vector& gradient) override;

 private:
  bool by_row() const { return density_.rows() > 0 && grouping_ == Grouping::row; }
  // N / M.
  double rows_a_row() const;
  // f(first draw, number of draws) of each block.
  template <class F>
  void each_block(F f);

  const Density& density_;
  Family& family_;
  AffineMap map_;
  Grouping grouping_;
  ThreadPool* pool_;
  std::vector<Index> rows_ = {};                   // of the last draw
  Matrix noise_ = {}, u_ = {}, theta_ = {};        // draws are columns
  Vector log_base_ = {}, log_q_ = {};              // K
  Matrix base_gradients_ = {}, q_gradients_ = {};  // d x K
  Matrix log_rows_ = {}, row_coefficients_ = {};   // K x M
  Matrix row_paths_ = {};                          // K x bounds
  Matrix gradients_ = {};                          // d x K, in theta
  Vector path_ = {}, score_ = {};                  // K
};

}  // namespace renyi
