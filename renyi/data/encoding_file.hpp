// The encoding of a table in a saved model: names and categories as JSON in the metadata
// "encoding", means and scales as tensors "encoding.means", "encoding.scales", "encoding.fills".
#pragma once

#include <string>

#include "renyi/core/tensor.hpp"
#include "renyi/data/table_encoding.hpp"

namespace renyi {

void save_encoding(const TableEncoding& encoding, TensorFile& file);

// DataError, which names `path`, where any part is absent or does not fit the others.
TableEncoding load_encoding(const TensorFile& file, const std::string& path);

}  // namespace renyi
