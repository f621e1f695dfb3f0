// What latent codes look like: which units carry something, as a table and figures.
#pragma once

#include <vector>

#include "renyi/models/vae_model.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// A row a unit: mean and standard deviation of the codes over images, mean of their own standard
// deviations, and whether the unit is active: the variance of its codes is above 0.01 (Burda et
// al. 2016).
Table codes_table(const LatentCodes& codes);

// How much each unit's codes vary, and the two that vary most against each other.
std::vector<Figure> code_figures(const LatentCodes& codes);

}  // namespace renyi::cli
