// Rows of a table that stays on disk as a model takes them, encoded when they are asked for. What
// the encoding is has been learned before (streamed_encoding.hpp).
#pragma once

#include <vector>

#include "renyi/core/row_source.hpp"
#include "renyi/data/moment_passes.hpp"
#include "renyi/data/table_encoding.hpp"
#include "renyi/data/table_file.hpp"

namespace renyi {

// Each row has the features, as encode_features() has them, and at last the target: standardised,
// or the number of the class.
class EncodedTable final : public RowSource {
 public:
  // The table must outlive it. Throws DataError where the columns do not fit the encoding.
  EncodedTable(const TableFile& table, const TableEncoding& encoding, std::vector<Index> rows);

  Index rows() const override { return std::ssize(rows_); }
  Index cols() const override { return width_ + 1; }
  // DataError for a category that was not learned, and for a missing target.
  void copy(std::span<const Index> rows, float* to) const override;

 private:
  // A column of numbers, or of words: which of its categories each code is, -1 for none.
  struct Feature {
    Index position = 0;
    Index first = 0, width = 1;  // in the row
    std::vector<Index> places = {};
  };
  Feature feature_of(const ColumnEncoding& column, Index position, Index first) const;
  void encode(const double* cells, float* to) const;
  float target_of(const double* cells) const;
  [[noreturn]] void refuse(const double* cells, Index position) const;

  const TableFile& table_;
  std::vector<Index> rows_;
  Index width_;
  std::vector<Feature> features_;
  Feature target_;
  std::vector<Moments> moments_;            // of each column of the row, the target's last
  std::vector<float> filled_, zero_, one_;  // what becomes of a missing cell, of 0 and of 1
};

}  // namespace renyi
