// JSON from a file or a text, with errors that name the file, line and column.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace renyi {

// `name` stands in messages. Throws DataError.
nlohmann::ordered_json parse_json(std::string_view text, const std::string& name);

// Reads no more than `max_bytes`, and refuses a file that has more.
nlohmann::ordered_json read_json_file(const std::string& file, std::size_t max_bytes);

}  // namespace renyi
