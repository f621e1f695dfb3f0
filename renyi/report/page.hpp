// A report as one HTML file that needs nothing else: no network, no server, no other file.
#pragma once

#include <string>

#include "renyi/report/report.hpp"

namespace renyi {

// The report's JSON with what draws it (page/page.js and Chart.js); the same report always gives
// the same bytes.
std::string report_page(const Report& report);

}  // namespace renyi
