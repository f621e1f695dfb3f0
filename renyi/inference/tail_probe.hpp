// What lies beyond the draws of an approximation q: along each coordinate its draws are moved
// outwards, up to 64 times as far, and weighed there. Mass that q has missed in its tails shows so,
// as the weights of its own draws, of which none came there, cannot show it. Another mode in
// another direction stays unseen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "renyi/core/parallel.hpp"
#include "renyi/families/affine_map.hpp"
#include "renyi/families/family.hpp"
#include "renyi/inference/legs.hpp"
#include "renyi/inference/trust.hpp"
#include "renyi/models/density.hpp"

namespace renyi {

// Of one coordinate, in sds of q from the mean of q. Errors are standard errors.
struct CoordinateTail {
  Index coordinate = 0;
  double mass = 0.0, mass_error = 0.0;  // share of the posterior more than tail_begins out
  double mean = 0.0, mean_error = 0.0;  // of the posterior, this tail among it
  double sd = 1.0, sd_error = 0.0;
};
inline constexpr double tail_begins = 3.0;

// theta: draws of q, a column each; trust: what judge() says of them. q is the family's member in
// the map's coordinates. Of at most 64 coordinates, those whose sds weighing changes most. A
// density that is NaN or +inf out there, or throws, counts as 0. Between coordinates the leg, if
// there is one, may be left.
std::vector<CoordinateTail> probe_tails(const Density& density, const Family& family,
                                        const AffineMap& map, const ConstMatrixRef& theta,
                                        const Trust& trust, ThreadPool* pool = nullptr,
                                        Leg* leg = nullptr);

// What the tails leave to be trusted, less twice their errors: nothing where more than 2 % of the
// posterior lie in one or it moves the mean by more than largest_mean_shift; the means alone where
// it changes an sd by more than largest_sd_shift.
std::optional<Doubt> doubt_of(const std::vector<CoordinateTail>& tails, const Density& density);

}  // namespace renyi
