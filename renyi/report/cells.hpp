// Ways of filling tables that several commands and experiments share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "renyi/report/report.hpp"

namespace renyi {

// The number, or "na" where there is none.
Cell cell_or_na(const std::optional<double>& value);

// A seed, say: its digits as text where it is 2^63 or more.
Cell whole_number(std::uint64_t value);

// A whole number or a number where the text is one, as -inf is; else the text.
Cell number_or_text(const std::string& text);

// One quantity over two others: `head` (name, title, notes, and the first column's name) gets a row
// for each of `rows`, which stand in the first column, and a further column for each of `columns`.
Table grid_table(Table head, const std::vector<double>& rows,
                 const std::vector<std::string>& columns,
                 const std::function<Cell(std::size_t row, std::size_t column)>& cell);

}  // namespace renyi
