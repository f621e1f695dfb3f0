#include "cli/up_to_a_constant.hpp"

#include <algorithm>

namespace renyi::cli {

void label_up_to_a_constant(Table& table, std::initializer_list<std::string_view> columns) {
  table.title += ", up to a constant";
  for (std::string& column : table.columns)
    if (std::find(columns.begin(), columns.end(), column) != columns.end())
      column += "_up_to_a_constant";
  table.notes.emplace_back(
      "Up to a constant: the prior is improper, or constants are missing. Numbers of one model and "
      "program can be compared with each other, and with nothing else.");
}

void label_up_to_a_constant(Figure& figure) {
  figure.title += ", up to a constant";
  figure.y.label += ", up to a constant";
}

}  // namespace renyi::cli
