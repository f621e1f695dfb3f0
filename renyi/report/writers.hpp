// One writer a format; format.hpp chooses among them.
#pragma once

#include <string>

#include "renyi/report/report.hpp"

namespace renyi {

// One object, indented: {"renyi": version, "command": ..., "options": {...}, "tables": {name:
// {"title", "columns", "rows", "notes"}}}.
std::string report_json(const Report& report);
// Comment lines with command, options and version, then one CSV block a table, named in a comment.
std::string report_csv(const Report& report);
// Aligned columns: numbers to the right, words to the left.
std::string report_text(const Report& report);

}  // namespace renyi
