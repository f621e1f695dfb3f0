// Several starts of one density, and the modes that they lead to, combined by their evidence.
#pragma once

#include <vector>

#include "renyi/inference/fit_density.hpp"

namespace renyi {

struct DensityMode {
  std::size_t fit = 0;                 // the one of highest evidence there
  std::vector<std::size_t> fits = {};  // all that came there
  double log_evidence = 0.0;           // or, where that is not known, the bound of order 0
  double weight = 0.0;                 // of all modes' evidence
};

// Fits whose means are within one sd of each other, in every coordinate, are of one mode; the
// heaviest mode comes first. Where some fits have settled, others do not count.
std::vector<DensityMode> find_modes(const std::vector<DensityFit>& fits);

// One fit from each of `starts` dispersed starts. A start that leads to no fit (NumericalError) is
// left out, unless all do: then the first one's error is thrown.
std::vector<DensityFit> fit_from_starts(const Density& density, const DensityFitOptions& options,
                                        std::int64_t starts, ThreadPool* pool = nullptr,
                                        const SettleHooks& hooks = {});

// Draws of all modes by their weights: of draw i, the mode i of a systematic sample.
DensityDraws combine_draws(const std::vector<DensityFit>& fits,
                           const std::vector<DensityMode>& modes, std::uint64_t seed);

}  // namespace renyi
