// The label of results that are known up to a constant alone: evidence, and bounds on it, where a
// prior is improper or constants were left out.
#pragma once

#include <initializer_list>
#include <string_view>

#include "renyi/report/report.hpp"

namespace renyi::cli {

// Labels the title, and the columns of these names, so that no format is without it.
void label_up_to_a_constant(Table& table, std::initializer_list<std::string_view> columns);
// Labels the title and the axis of the values.
void label_up_to_a_constant(Figure& figure);

}  // namespace renyi::cli
