// Where the columns that an encoding remembers are in another table.
#pragma once

#include <vector>

#include "renyi/data/column_names.hpp"
#include "renyi/data/table_encoding.hpp"

namespace renyi {

// The positions of the features, and last of the target if `with_target`. By name where both tables
// have a header, and other columns are ignored; else by position, and then the table must have as
// many columns as the one learned from or, without the target, as many as there are features.
// DataError says which columns are missing, and which there are.
std::vector<Index> match_columns(const TableEncoding& encoding, const TableHead& head,
                                 bool with_target);

// Of these the ones that were categories, for TableOptions::categorical.
std::vector<Index> categorical_columns(const TableHead& head, const TableEncoding& encoding,
                                       bool with_target);

}  // namespace renyi
