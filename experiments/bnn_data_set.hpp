// The data sets that Bayesian neural networks are compared on: one folder each, with its splits,
// within one folder. What a folder holds is data_folder.hpp's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "renyi/data/data_folder.hpp"
#include "renyi/data/table_encoding.hpp"

namespace renyi {

struct BnnDataSet {
  std::string name = {};
  std::string folder = {};
  DataTable table = {};
  EncodingOptions columns = {};  // the target and the features
  std::vector<Split> splits = {};
};

// Reads DIR/NAME with its first `splits` splits, or as many as there are. Throws DataError where
// there are none, or no target.
BnnDataSet read_bnn_data_set(const std::string& folder, const std::string& name,
                             std::int64_t splits);

// Those of the paper that are in the folder, in its order. DataError where there are none.
std::vector<std::string> published_data_sets_in(const std::string& folder);

// Of all that a fit of the split depends on: cells, columns, rows.
std::string fingerprint_of_split(const BnnDataSet& data, std::int64_t split);

}  // namespace renyi
