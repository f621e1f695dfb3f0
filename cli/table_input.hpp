// The table that a command works on, from a file, standard input or a folder with splits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "renyi/data/data_table.hpp"
#include "renyi/data/table_encoding.hpp"
#include "renyi/data/table_file.hpp"
#include "renyi/models/predictive_model.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

struct TableFlags {
  std::string data = {};
  bool header = false;
  bool no_header = false;
  Separator separator = Separator::detect;
  std::int64_t split = -1;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("data", self.data,
          "table: CSV, whitespace or NPY, plain or gzip; - is stdin; or a folder with data.txt");
    field("header", self.header, "the first line holds names, even if they look like numbers");
    field("no-header", self.no_header, "the first line holds data, even if it looks like names");
    field("separator", self.separator, "what stands between the cells of a line");
    field("split", self.split, "of a folder: which of its splits; -1: all rows");
  }
  void validate() const;
};

struct TableInput {
  DataTable table;
  std::vector<Index> rows;  // that count
  DataSource source;
};

// To learn from: the training rows of the split. Where `options` does not name the target or the
// features, a folder's index files do, and `options` says so afterwards.
TableInput read_to_learn(const TableFlags& flags, EncodingOptions& options);

// The same of a table that stays on disk, all of whose rows count; its numbers are kept in the
// folder `cache`. UsageError for folders and standard input.
TableFile open_to_learn(const TableFlags& flags, const EncodingOptions& options,
                        const std::string& cache);
DataSource source_of(const TableFile& table);

// To predict: the test rows of the split. DataError where the columns do not fit the encoding.
TableInput read_to_predict(const TableFlags& flags, const TableEncoding& encoding,
                           bool with_target);

}  // namespace renyi::cli
