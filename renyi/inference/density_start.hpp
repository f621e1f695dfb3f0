// Where to start approximating a density: a point of positive density, uphill to a mode or near
// one, and the covariance that the curvature there suggests.
#pragma once

#include <cstdint>
#include <optional>

#include "renyi/core/matrix.hpp"
#include "renyi/inference/legs.hpp"
#include "renyi/models/density.hpp"

namespace renyi {

struct StartOptions {
  std::optional<Vector> at = {};  // nothing: the origin, then random points
  std::uint64_t seed = 1;
  std::uint32_t start = 0;  // which of several; all but the first begin at random
  double radius = 2.0;      // random points are uniform within it, in each coordinate
  Index tries = 100;
  Index iterations = 500;  // uphill, at most
};

struct DensityStart {
  Vector at = {};
  Matrix covariance = {};     // positive definite
  double log_density = 0.0;   // of theta and data, there
  bool at_mode = false;       // within a hundredth of an sd of one, by the curvature
  bool is_curvature = false;  // the covariance is all of the curvature's making, none of it guessed
};

// Throws NumericalError that names the first point tried and what was found there, where no point
// had a finite density and gradient; WorkStopped where legs are given, which keep what is found,
// and nothing on the way there.
DensityStart find_start(const Density& density, const StartOptions& options = {},
                        Legs* legs = nullptr);

}  // namespace renyi
