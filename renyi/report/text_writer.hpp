// A report as text for a terminal. Figures and images are left to the page.
#pragma once

#include <string>

#include "renyi/report/report.hpp"

namespace renyi {

// Aligned columns: numbers to the right, words to the left.
std::string report_text(const Report& report);

}  // namespace renyi
