#include "experiments/bnn_data_set.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "experiments/published_bnn.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/fingerprint.hpp"

namespace renyi {
namespace {

namespace fs = std::filesystem;

void add_rows(Fingerprint& fingerprint, const std::vector<Index>& rows) {
  for (const Index row : rows) fingerprint.add_cell(fmt::format("{}", row));
  fingerprint.end_row();
}

}  // namespace

BnnDataSet read_bnn_data_set(const std::string& folder, const std::string& name,
                             std::int64_t splits) {
  BnnDataSet data{.name = name, .folder = (fs::path(folder) / name).string()};
  DataFolder read = read_data_folder(data.folder);
  const auto& names = read.table.head.names;
  if (!read.target) throw DataError({.file = data.folder}, "a file index_target.txt", "none");
  data.columns.target = names[static_cast<std::size_t>(*read.target)];
  if (read.features)
    for (const Index feature : *read.features)
      data.columns.features.push_back(names[static_cast<std::size_t>(feature)]);
  for (std::int64_t split = 0; split < splits && has_split(data.folder, split); ++split)
    data.splits.push_back(read_split(data.folder, split, read.table.rows()));
  if (data.splits.empty())
    throw DataError({.file = data.folder}, "splits: index_train_0.txt and so on", "none");
  data.table = std::move(read.table);
  return data;
}

std::vector<std::string> published_data_sets_in(const std::string& folder) {
  std::vector<std::string> names;
  std::string known;
  for (const PublishedBnn& published : published_bnn()) {
    known += (known.empty() ? "" : ", ") + std::string(published.data_set);
    if (is_folder((fs::path(folder) / published.data_set).string()))
      names.emplace_back(published.data_set);
  }
  if (!is_folder(folder)) throw DataError::no_input(folder, "no such folder");
  if (names.empty())
    throw DataError({.file = folder}, "a folder for a data set of the paper: " + known, "none");
  return names;
}

std::string fingerprint_of_split(const BnnDataSet& data, std::int64_t split) {
  Fingerprint fingerprint;
  fingerprint.add_cell(data.table.fingerprint);
  fingerprint.add_cell(data.columns.target);
  for (const std::string& feature : data.columns.features) fingerprint.add_cell(feature);
  fingerprint.end_row();
  const Split& rows = data.splits.at(static_cast<std::size_t>(split));
  add_rows(fingerprint, rows.train);
  add_rows(fingerprint, rows.test);
  return fingerprint.text();
}

}  // namespace renyi
