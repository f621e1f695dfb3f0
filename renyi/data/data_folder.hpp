// A folder with a table and its splits, as Bayesian neural networks are compared on: data.txt,
// index_features.txt, index_target.txt, index_train_0.txt, index_test_0.txt, ... Indices count
// from 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "renyi/data/data_table.hpp"

namespace renyi {

struct Split {
  std::vector<Index> train;
  std::vector<Index> test;
};

struct FolderColumns {
  std::optional<Index> target = {};                 // nothing where the folder does not say
  std::optional<std::vector<Index>> features = {};  // likewise
};

struct DataFolder : FolderColumns {
  DataTable table = {};
};

bool is_folder(const std::string& path);

// What index_features.txt and index_target.txt say of a table with so many columns.
FolderColumns read_folder_columns(const std::string& folder, Index columns);

// data.txt, with those columns.
DataFolder read_data_folder(const std::string& folder, const TableOptions& options = {});

bool has_split(const std::string& folder, std::int64_t split);

// The rows of the given split. A row that is in both parts is DataError.
Split read_split(const std::string& folder, std::int64_t split, Index rows);

// Whole numbers from 0 to below `limit`, none twice, however they are written (1.0e+00 too).
std::vector<Index> read_indices(const std::string& path, Index limit);

}  // namespace renyi
