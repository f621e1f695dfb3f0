// A posterior from a density, whole: a start, training until it has settled, draws, and whether to
// trust them.
#pragma once

#include <memory>
#include <optional>

#include "renyi/families/affine_map.hpp"
#include "renyi/families/make_family.hpp"
#include "renyi/inference/density_start.hpp"
#include "renyi/inference/grouping.hpp"
#include "renyi/inference/settle.hpp"
#include "renyi/inference/trust.hpp"

namespace renyi {

enum class Optimiser : std::uint8_t {
  stochastic,  // new draws at every step, until it has settled
  fixed_draws  // the same draws at every step, to the maximum
};

template <>
struct EnumNames<Optimiser> {
  static constexpr std::string_view what = "optimiser";
  static constexpr std::array<std::string_view, 2> names = {"stochastic", "fixed-draws"};
};

struct DensityFitOptions {
  Alpha alpha = Alpha::vi();
  FamilyKind family = FamilyKind::full_rank;
  FamilySizes sizes = {};
  std::int64_t draws = 20;  // K of each bound
  std::int64_t batch = 0;   // rows of a step, where the density has any; 0: all
  Grouping grouping = Grouping::batch;
  Optimiser optimiser = Optimiser::stochastic;
  std::int64_t judged = 4000;  // draws of the result, by which it is judged
  bool probes_tails = true;    // beyond those draws, for about twice as many densities
  SettleOptions settle = {};
  StartOptions start = {};  // its seed is all others'

  void validate() const;  // UsageError
};

// Draws of q, as columns.
struct DensityDraws {
  Matrix theta = {};
  Vector log_p = {}, log_q = {};  // of theta and data; of q, normalised

  Vector log_weights() const { return log_p - log_q; }
};

struct DensityFit {
  Alpha alpha = Alpha::vi();
  AffineMap map = {};
  std::unique_ptr<Family> family = {};  // of u, where theta = map(u)
  DensityStart found = {};              // by the density's curvature
  DensityStart start = {};  // of training: that, or the best Gaussian of families that are none
  Settled training = {};
  DensityDraws draws = {};
  std::optional<Doubt> doubt = {};  // by where training went, and by what lies beyond the draws
  Trust trust = {};                 // of the coordinates, with that doubt
  double seconds = 0.0;             // those before an interruption among them
};

// Where `from` is given, training goes on from there instead of a start of its own. Equal seeds and
// options give equal bits, whatever the number of threads. Observers may stop the
// training; what there is then is judged as not settled. Where legs are given, start and
// training are kept there; the judgement is made again. Throws UsageError, NumericalError
// where no start has a density, or where a draw's density is NaN, and WorkStopped.
DensityFit fit_density(const Density& density, const DensityFitOptions& options,
                       ThreadPool* pool = nullptr, const SettleHooks& hooks = {},
                       const DensityFit* from = nullptr);

// More draws of a fit: those of another seed.
DensityDraws draw_from(const DensityFit& fit, const Density& density, Index count,
                       std::uint64_t seed, ThreadPool* pool = nullptr);

}  // namespace renyi
