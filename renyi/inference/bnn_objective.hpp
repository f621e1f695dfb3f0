// Bayesian neural networks as an objective: a perceptron whose weights have a Gaussian prior and an
// approximation with independent coordinates. Draws of weights are shared by the rows of a
// minibatch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "renyi/core/named_enum.hpp"
#include "renyi/core/parallel.hpp"
#include "renyi/core/row_source.hpp"
#include "renyi/families/mean_field_gaussian.hpp"
#include "renyi/inference/grouping.hpp"
#include "renyi/inference/objective.hpp"
#include "renyi/models/likelihood.hpp"
#include "renyi/nn/network_layout.hpp"

namespace renyi {

// With `exact`, right at alpha = 1 alone, log w has the likelihood only and -KL(q || p0) is
// outside.
enum class KlTerm : std::uint8_t { sampled, exact };

template <>
struct EnumNames<KlTerm> {
  static constexpr std::string_view what = "kl";
  static constexpr std::array<std::string_view, 2> names = {"sampled", "exact"};
};

struct BnnSpec {
  NetworkShape network = {};
  Likelihood likelihood = Likelihood::gaussian;
  MeanFieldGaussian family = {};  // its prior_sd is the prior's
  Grouping grouping = Grouping::batch;
  KlTerm kl = KlTerm::sampled;
};

// Parameters: those of the family, then the log variance of the noise if there is one.
// T is float, or double to check float.
template <class T>
class BnnObjective final : public Objective {
 public:
  // inputs: N x D; targets: N. Pool and communicator may be null, and must outlive this otherwise.
  // Every process has all rows; the draws are shared out, and sums are always in order.
  BnnObjective(const BnnSpec& model, const ConstMatrixRef& inputs, const ConstVectorRef& targets,
               ThreadPool* pool, const Processes& processes = {});
  // Of rows that are read when a minibatch has them: inputs, and the target behind them. They must
  // outlive this.
  BnnObjective(const BnnSpec& model, const RowsView& rows, ThreadPool* pool,
               const Processes& processes = {});
  BnnObjective(const BnnObjective&) = delete;
  BnnObjective& operator=(const BnnObjective&) = delete;
  ~BnnObjective() override;

  Index parameters() const override;
  Index rows() const override;
  std::string parameter_name(Index parameter) const override;
  void draw(const Vector& parameters, std::span<const Index> rows, Index draws,
            const Stream& stream, Matrix& log_weights) override;
  // The same of some rows of a minibatch that has so many: their part of its one log-weight, so
  // that the parts' sum is the whole's, and of its gradient; or the log-weights of these rows.
  void draw_part(const Vector& parameters, std::span<const Index> rows, Index batch_rows,
                 Index draws, const Stream& stream, Matrix& log_weights);
  double scale() const override;
  double outside(const Vector& parameters, GradientSum<double>& gradient) override;
  void pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                 Vector& gradient) override;

  // The authors' start: locations 0.1 z, scales 0.1 z - 10, log noise variance 0; for `direct` the
  // same mean and sd.
  Vector start(std::uint64_t seed) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace renyi
