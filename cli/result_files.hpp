// Writes a result into a folder, as --output asks.
#pragma once

#include <string>

#include "renyi/report/report.hpp"

namespace renyi::cli {

// And all above it, where there is none. Throws DataError::input_output.
void make_folder(const std::string& folder);

// NAME.json, NAME.csv and NAME.html, where NAME is the command with dashes: reproduce-fig2b. Makes
// the folder where there is none. Returns the path of the page. Throws DataError::input_output.
std::string write_result(const Report& report, const std::string& folder);

// The path of a file that a command keeps beside its result: in the folder, which is made where
// there is none, or here where no folder is given. Throws DataError::input_output.
std::string path_beside_result(const std::string& folder, const std::string& name);

}  // namespace renyi::cli
