// A report back from the JSON that json_writer.hpp wrote, by this version or an earlier one.
#pragma once

#include <string>
#include <string_view>

#include "renyi/report/report.hpp"

namespace renyi {

// `name` stands in messages. Tables, figures and images come back exactly, but for cells whose text
// spells NaN, +inf or -inf, which come back as that number; so does the JSON when it is written
// again. Throws DataError with the path of what is wrong; no size that the text claims is trusted.
Report report_from_json(std::string_view text, const std::string& name);

// From a file of at most 256 MiB; - is stdin.
Report read_report(const std::string& file);

}  // namespace renyi
