#include "renyi/report/cells.hpp"

#include <charconv>
#include <string>
#include <utility>

#include "renyi/data/number.hpp"

namespace renyi {

Cell cell_or_na(const std::optional<double>& value) {
  if (value) return *value;
  return NotAvailable{};
}

Cell whole_number(std::uint64_t value) {
  if (std::in_range<std::int64_t>(value)) return static_cast<std::int64_t>(value);
  return std::to_string(value);
}

Cell number_or_text(const std::string& text) {
  std::int64_t whole = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, whole);
  if (problem == std::errc() && stop == end) return whole;
  if (const auto number = parse_number(text)) return *number;
  return text;
}

Table grid_table(Table head, const std::vector<double>& rows,
                 const std::vector<std::string>& columns,
                 const std::function<Cell(std::size_t row, std::size_t column)>& cell) {
  Table table = std::move(head);
  table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::vector<Cell>& row = table.rows.emplace_back();
    row.emplace_back(rows[r]);
    for (std::size_t c = 0; c < columns.size(); ++c) row.push_back(cell(r, c));
  }
  return table;
}

}  // namespace renyi
