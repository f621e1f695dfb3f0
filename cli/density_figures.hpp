// The figures of a fit of a density: how training went, the weights, the parameters.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/density_tables.hpp"

namespace renyi::cli {

Figure trace_figure(const std::vector<double>& bounds, std::int64_t steps_a_point);
Figure weights_figure(const ConstVectorRef& log_weights);
Figure marginals_figure(const NamedDraws& draws);
Figure pairs_figure(const NamedDraws& draws);

}  // namespace renyi::cli
