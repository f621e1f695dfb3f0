// The paper's Table 1, the special cases of Rényi's divergence, with each value of the closed form
// beside the one that the table's own definition gives. Shows one pair of Gaussians and one of
// Bernoullis; other pairs are `renyi divergence`'s.
#pragma once

#include "renyi/report/report.hpp"

namespace renyi {

Report table_divergences();

}  // namespace renyi
