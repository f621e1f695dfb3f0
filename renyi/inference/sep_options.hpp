// How stochastic expectation propagation goes about it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "renyi/core/named_enum.hpp"
#include "renyi/inference/local_fit.hpp"

namespace renyi {

// Where the moments of tilted distributions come from: integrals of a row's predictor, draws from
// q with weights, or draws by short Markov chains that start there.
enum class SepMoments : std::uint8_t { quadrature, importance, mcmc };

// What a batch of more than one row is: the average of what its rows ask for, or one tilted
// distribution with the geometric mean of their likelihoods (the paper's), which needs draws.
enum class SepGrouping : std::uint8_t { rows, geometric };

template <>
struct EnumNames<SepMoments> {
  static constexpr std::string_view what = "moments";
  static constexpr std::array<std::string_view, 3> names = {"quadrature", "importance", "mcmc"};
};
template <>
struct EnumNames<SepGrouping> {
  static constexpr std::string_view what = "grouping";
  static constexpr std::array<std::string_view, 2> names = {"rows", "geometric"};
};

struct SepOptions {
  GaussianShape shape = GaussianShape::full_rank;
  // The power of each row's likelihood in its tilted distribution: alpha = 1 - beta / rows. 1 is
  // SEP, 0 the variational limit, which moments by draws do not have.
  double beta = 1.0;
  std::int64_t batch = 1;  // rows of a step
  // A step moves the site by damping * (rows of the batch) / rows towards what the batch asks for,
  // at most all the way: 1 forgets a row after about one pass.
  double damping = 1.0;
  std::int64_t passes = 20;
  SepMoments moments = SepMoments::quadrature;
  SepGrouping grouping = SepGrouping::rows;
  std::int64_t draws = 1000;     // of importance and mcmc, in each step
  std::int64_t chain_steps = 5;  // of each draw of mcmc
  std::uint64_t seed = 1;
  std::int64_t combine_every = 0;  // steps, where processes share the rows; 0: once a pass

  // Throws UsageError.
  void validate() const;
};

}  // namespace renyi
