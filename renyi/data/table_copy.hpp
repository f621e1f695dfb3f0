// The copy of a table that table_file.hpp reads from: rows of doubles, each the line on which the
// row begins and then its cells, and behind them what else is known of the table, as CBOR, since
// words may be any bytes. It is for the machine that wrote it.
#pragma once

#include <string>

#include "renyi/data/data_table.hpp"
#include "renyi/data/positioned_file.hpp"

namespace renyi {

// Some rows are in memory at a time. Throws as read_table() does; the copy appears whole or not at
// all.
void write_table_copy(ByteSource& source, const TableOptions& options, const std::string& copy);

struct TableCopy {
  Index rows = 0;
  DataTable description = {};  // all but rows
};

// `path` is the table's own, which messages name. DataError for a file that is no such copy.
TableCopy read_table_copy(const PositionedFile& copy, const std::string& path);

}  // namespace renyi
