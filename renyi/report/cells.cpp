#include "renyi/report/cells.hpp"

#include <utility>

namespace renyi {

Cell cell_or_na(const std::optional<double>& value) {
  if (value) return *value;
  return NotAvailable{};
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
