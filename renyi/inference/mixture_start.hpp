// Where the components of a mixture begin: at the modes that dispersed starts lead to, by their
// Laplace evidence, and where there are fewer modes than components, side by side.
#pragma once

#include "renyi/families/affine_map.hpp"
#include "renyi/families/mixture_family.hpp"
#include "renyi/inference/density_start.hpp"

namespace renyi {

// Parameters of `family`, which is of u where theta = map(u). As many starts as there are
// components follow `first`, the one that `options` led to; those that lead nowhere
// (NumericalError), or to a mode of less than e^-15 of the evidence, are left out.
Vector mixture_start(const Density& density, const DensityStart& first, StartOptions options,
                     const AffineMap& map, const MixtureFamily& family, Legs* legs = nullptr);

}  // namespace renyi
