// A report as JSON, every digit of it. json_reader.hpp reads it back.
#pragma once

#include <string>

#include "renyi/report/report.hpp"

namespace renyi {

// One object: {"renyi": version, "command", "options": {...}, "data": [{"path", "fingerprint",
// "rows"}], "tables": {name: {"title", "columns", "rows", "notes"}}, "figures": {name: {...}},
// "images": {name: {..., "png": [base64]}}}; docs/formats.md says it in full. Throws UsageError
// where an image has not as many pixels as its size says.
std::string report_json(const Report& report);
// The same on one line.
std::string report_json_compact(const Report& report);

}  // namespace renyi
