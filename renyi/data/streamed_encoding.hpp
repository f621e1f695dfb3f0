// What learn_encoding() of table_encoding.hpp learns, of a table that stays on disk: the same to
// the last bit, with some rows in memory at a time.
#pragma once

#include <functional>

#include "renyi/data/table_encoding.hpp"
#include "renyi/data/table_file.hpp"

namespace renyi {

// Reads the rows five times, nine times where cells are missing. Throws as the other does.
TableEncoding learn_encoding(const TableFile& table, Rows rows, const EncodingOptions& options);

// The rows some at a time, as tables: f(table, its rows).
using WithRows = std::function<void(const DataTable&, Rows)>;
void each_window(const TableFile& table, Rows rows, const WithRows& f);

}  // namespace renyi
