// From the columns of a table to the numbers that a model takes, learned on one table and applied
// to others: which columns count, one-hot categories, missing cells, standardisation. Files of it
// are encoding_file.hpp's.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/core/named_enum.hpp"
#include "renyi/data/column_encoding.hpp"
#include "renyi/data/data_table.hpp"
#include "renyi/data/target_encoding.hpp"

namespace renyi {

// `mean`: a missing cell becomes the mean of its column; a missing word the share of each word.
enum class Impute : std::uint8_t { none, mean };

template <>
struct EnumNames<Impute> {
  static constexpr std::string_view what = "impute";
  static constexpr std::array<std::string_view, 2> names = {"none", "mean"};
};

struct EncodingOptions {
  std::string target = {};
  std::vector<std::string> features = {};
  std::vector<std::string> drop = {};
  std::vector<std::string> categorical = {};
  Impute impute = Impute::none;
  bool raw = false;
  Task task = Task::detect;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("target", self.target, "column to predict: its name, or its number from 1");
    field("features", self.features, "columns to predict from; default: all the others");
    field("drop", self.drop, "columns to leave out");
    field("categorical", self.categorical, "columns whose cells are categories, even numbers");
    field("impute", self.impute, "what a missing feature becomes; none: refused");
    field("raw", self.raw, "keep the table's units: no standardisation");
  }
  // For what can do both tasks; the others set their own.
  template <class Self, class Visitor>
  static void describe_task(Self& self, Visitor&& field) {
    field("task", self.task,
          "what the target holds: numbers or classes; detect: classes where it holds words or is "
          "listed in --categorical");
  }
  void validate() const;
};

// The design matrix has one column for a column of numbers and one for every category, in order.
// Each is (x - mean) / scale, where x is 0 or 1 for a category: unit variance (ddof = 0) over the
// rows that it was learned from. The scale of a constant column is 1. A target of numbers has a
// mean and a scale too; the classes of another are target.levels, and it is not standardised.
struct TableEncoding {
  bool header = false;
  Index table_columns = 0;
  Impute impute = Impute::none;
  std::vector<ColumnEncoding> features = {};
  ColumnEncoding target = {};
  Vector means = {};
  Vector scales = {};
  Vector fills = {};  // what a missing cell counts as, before standardisation
  double target_mean = 0.0;
  double target_scale = 1.0;

  Index width() const { return means.size(); }
  bool has_classes() const { return !target.levels.empty(); }
  const std::vector<std::string>& classes() const { return target.levels; }
  // "size", "colour=red", "colour=blue": of the design matrix.
  std::vector<std::string> design_names() const;
};

// The columns that options.categorical names, and the target of a classification, for
// TableOptions::categorical.
std::vector<Index> categorical_columns(const TableHead& head, const EncodingOptions& options);

// Throws UsageError for columns that do not exist, DataError for cells that cannot be used.
TableEncoding learn_encoding(const DataTable& table, Rows rows, const EncodingOptions& options);

// Rows x width(), before missing cells (NaN) are filled and numbers standardised. `impute` of the
// encoding says whether there may be missing cells at all.
Matrix unscaled_features(const TableEncoding& encoding, const DataTable& table, Rows rows);

// Rows x width(). A category that was not learned is DataError with its line and column.
Matrix encode_features(const TableEncoding& encoding, const DataTable& table, Rows rows);
// In the units of the table, or the number of the class: 0, 1, 2 ...; never imputed. The column is
// match_columns.hpp's to find, for both.
Vector encode_target(const TableEncoding& encoding, const DataTable& table, Rows rows);

// 0, 1, ..., count - 1.
std::vector<Index> all_rows(Index count);

}  // namespace renyi
