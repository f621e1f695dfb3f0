// Any density and any family as an objective: draws of the family, weighed by the density, at every
// order; the rows of the density, where it has any, in minibatches.
#pragma once

#include <optional>
#include <vector>

#include "renyi/core/parallel.hpp"
#include "renyi/families/affine_map.hpp"
#include "renyi/families/family.hpp"
#include "renyi/inference/grouping.hpp"
#include "renyi/inference/objective.hpp"
#include "renyi/models/density.hpp"

namespace renyi {

// Parameters are the family's, which is of u where theta = map(u). Draws are shared out over the
// pool's threads, one block of them a call of the density, unless that has threads of its own; the
// result does not depend on their number.
//
// Draws of a family of several parts are stratified, draw k counting s_k = e^(log share). Their
// bound
//   1/(1-alpha) log 1/K sum_k s_k w_k^(1-alpha),    1/K sum_k s_k log w_k at alpha = 1,
// is that of K equal draws whose log-weights are log w_k + log s_k / (1-alpha), or s_k log w_k, so
// that these are what goes through the seam. Within 1e-8 of 1 the order counts as 1: either way the
// bound is right to about 1e-8 there.
class DensityObjective final : public Objective {
 public:
  // Density, family and pool must outlive this; the pool may be null. Without rows the grouping
  // does not matter. The order is the one to be trained at, and needed for families of several
  // parts. Throws UsageError where they have not the same dimension, or that order is missing.
  DensityObjective(const Density& density, Family& family, AffineMap map,
                   Grouping grouping = Grouping::batch, ThreadPool* pool = nullptr,
                   std::optional<Alpha> order = {});

  Index parameters() const override { return family_.parameters(); }
  Index rows() const override;  // 1 for a density without rows
  std::string parameter_name(Index parameter) const override;
  void draw(const Vector& parameters, std::span<const Index> rows, Index draws,
            const Stream& stream, Matrix& log_weights) override;
  double scale() const override;
  // Throws UsageError for doubly reparameterised coefficients of a family of several parts.
  void pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                 Vector& gradient) override;

 private:
  bool by_row() const { return density_.rows() > 0 && grouping_ == Grouping::row; }
  bool has_parts() const { return family_.parts() > 1; }
  // Of orders from 1 the bound is -inf where a draw has no density: NumericalError, which says so.
  void require_densities() const;
  // To those of equal draws.
  void count_shares(Matrix& log_weights);
  void add_shares(const GradientCoefficients& coefficients, Vector& gradient);
  // To gradients_, those of the rows of the last draw.
  void add_row_gradients();
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
  Alpha order_;
  bool is_vi_ = false;                                // or as good as
  bool needs_densities_ = false;                      // of every draw: an order from 1 is given
  std::vector<Index> rows_ = {};                      // of the last draw
  Matrix noise_ = {}, u_ = {}, theta_ = {};           // draws are columns
  Vector log_base_ = {}, log_q_ = {};                 // K
  Matrix base_gradients_ = {}, q_gradients_ = {};     // d x K
  Matrix log_rows_ = {}, row_coefficients_ = {};      // K x M, of a bound a row
  Vector log_row_sums_ = {}, sum_coefficients_ = {};  // K, of one bound
  Matrix row_paths_ = {};                             // K x bounds
  Matrix gradients_ = {};                             // d x K, in theta
  Vector path_ = {}, score_ = {};                     // K
  Vector log_shares_ = {}, shares_ = {};              // K, of families of several parts
  Matrix counted_ = {};                               // K x B: s log w, at alpha = 1
};

}  // namespace renyi
