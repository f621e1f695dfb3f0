// One row's moment matching where q has independent coordinates: the factor of every coordinate
// that the row asks for. Which rows, and what becomes of the factors, is left to others.
#pragma once

#include "renyi/families/natural_gaussian.hpp"
#include "renyi/models/glm_likelihood.hpp"

namespace renyi {

// site: the factor whose beta-th power turns the cavity into the Gaussian with the means and
// variances of cavity times p(y | x' theta)^beta. Returns log of the integral of that product, over
// beta (its limit at 0). O(d), without allocation where the site has its size.
double mean_field_site(const RowLikelihood& row, const Eigen::Ref<const Vector>& x, double beta,
                       const NaturalDiagonal& cavity, NaturalDiagonal& site);

}  // namespace renyi
