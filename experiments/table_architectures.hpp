// The paper's appendix Table 3: the networks of its auto-encoders, as the presets have them, with
// the settings of their training.
#pragma once

#include "renyi/report/report.hpp"

namespace renyi {

// The table is "architectures".
Report table_architectures();

}  // namespace renyi
