#include "renyi/data/streamed_encoding.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "renyi/data/moment_passes.hpp"

namespace renyi {
namespace {

constexpr Index window_cells = Index{1} << 18;

// Rows that show between them every word of every column, and a value of each that has one: what
// is learned of columns, but for means and spreads, is learned from them.
class Examples {
 public:
  explicit Examples(const DataTable& description) : seen_(description.columns.size()) {
    for (std::size_t c = 0; c < seen_.size(); ++c)
      seen_[c].resize(std::max<std::size_t>(1, description.columns[c].levels.size()));
  }

  void look_at(const DataTable& some, Rows rows) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      bool is_new = false;
      for (std::size_t c = 0; c < seen_.size(); ++c)
        if (shows_new(some.columns[c], r, seen_[c])) is_new = true;
      if (is_new) chosen_.push_back(rows[r]);
    }
  }
  const std::vector<Index>& rows() const { return chosen_; }

 private:
  static bool shows_new(const DataColumn& column, std::size_t row, std::vector<bool>& seen) {
    if (column.kind == ColumnKind::unusable || column.is_missing(row)) return false;
    const auto place =
        column.kind == ColumnKind::words ? static_cast<std::size_t>(column.codes[row]) : 0;
    if (seen[place]) return false;
    return seen[place] = true;
  }

  std::vector<std::vector<bool>> seen_;  // of each column: its words, or whether it has a number
  std::vector<Index> chosen_;
};

// f(some of the rows), one after another.
template <class F>
void in_windows(const TableFile& table, Rows rows, F f) {
  const auto at_once =
      static_cast<std::size_t>(std::max<Index>(1, window_cells / table.cells_a_row()));
  for (std::size_t begin = 0; begin < rows.size(); begin += at_once)
    f(rows.subspan(begin, std::min(at_once, rows.size() - begin)));
}

// The same passes for each column of the design matrix, and for the target.
class ColumnMoments {
 public:
  explicit ColumnMoments(Index columns) : columns_(static_cast<std::size_t>(columns)) {}

  // `fills`: what stands for missing cells, which are left out where it is empty.
  void learn(const TableFile& table, Rows rows, const TableEncoding& encoding,
             const Vector& fills) {
    while (std::ranges::any_of(columns_, [](const auto& column) { return !column.is_done(); })) {
      each_window(table, rows, [&](const DataTable& some, Rows all) {
        add(unscaled_features(encoding, some, all), fills);
      });
      for (MomentPasses& column : columns_) column.end_pass();
    }
  }
  bool has_missing() const { return has_missing_; }
  const Moments& of(Index column) const {
    return columns_[static_cast<std::size_t>(column)].moments();
  }

 private:
  void add(const Matrix& values, const Vector& fills) {
    for (Index c = 0; c < values.cols(); ++c)
      for (const double value : values.col(c)) {
        const bool is_missing = std::isnan(value);
        has_missing_ = has_missing_ || is_missing;
        if (!is_missing || fills.size() > 0)
          columns_[static_cast<std::size_t>(c)].add(is_missing ? fills(c) : value);
      }
  }

  std::vector<MomentPasses> columns_;
  bool has_missing_ = false;
};

// Of a target of numbers; of classes it only looks at every row.
Moments target_moments(const TableFile& table, Rows rows, const TableEncoding& encoding) {
  MomentPasses passes;
  while (!passes.is_done()) {
    each_window(table, rows, [&](const DataTable& some, Rows all) {
      for (const double value : encode_target(encoding, some, all)) passes.add(value);
    });
    passes.end_pass();
    if (encoding.has_classes()) return {};
  }
  return passes.moments();
}

}  // namespace

void each_window(const TableFile& table, Rows rows, const WithRows& f) {
  in_windows(table, rows, [&](Rows some) {
    const DataTable read = table.read(some);
    f(read, all_rows(read.rows()));
  });
}

TableEncoding learn_encoding(const TableFile& table, Rows rows, const EncodingOptions& options) {
  Examples examples(table.description());
  in_windows(table, rows, [&](Rows some) { examples.look_at(table.read(some), some); });
  const DataTable shown = table.read(examples.rows());
  TableEncoding encoding = learn_encoding(shown, all_rows(shown.rows()), options);

  ColumnMoments present(encoding.width());
  present.learn(table, rows, encoding, {});
  for (Index c = 0; c < encoding.width(); ++c) encoding.fills(c) = present.of(c).mean;
  const Moments target = target_moments(table, rows, encoding);
  if (options.raw) return encoding;
  ColumnMoments filled(encoding.width());
  if (present.has_missing()) filled.learn(table, rows, encoding, encoding.fills);
  const ColumnMoments& columns = present.has_missing() ? filled : present;
  for (Index c = 0; c < encoding.width(); ++c) {
    encoding.means(c) = columns.of(c).mean;
    encoding.scales(c) = columns.of(c).scale;
  }
  if (encoding.has_classes()) return encoding;
  encoding.target_mean = target.mean;
  encoding.target_scale = target.scale;
  return encoding;
}

}  // namespace renyi
