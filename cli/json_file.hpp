// Reads one JSON file, with errors that name the file and the place.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace renyi::cli {

nlohmann::ordered_json read_json_file(const std::string& file);

}  // namespace renyi::cli
