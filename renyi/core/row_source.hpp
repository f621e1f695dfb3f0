// Rows of numbers, in memory or wherever else they are. What they mean is left to callers.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

class RowSource {
 public:
  RowSource() = default;
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;
  virtual ~RowSource() = default;

  virtual Index rows() const = 0;
  virtual Index cols() const = 0;
  // Puts rows into `to`, one after another. May be called from several threads at once.
  virtual void copy(std::span<const Index> rows, float* to) const = 0;
};

// Either: a matrix or a source, which must outlive it.
class RowsView {
 public:
  // Not explicit, so that functions take either.
  RowsView(const MatrixF& matrix) : matrix_(&matrix) {}    // NOLINT(google-explicit-constructor)
  RowsView(const RowSource& source) : source_(&source) {}  // NOLINT(google-explicit-constructor)

  Index rows() const { return matrix_ != nullptr ? matrix_->rows() : source_->rows(); }
  Index cols() const { return matrix_ != nullptr ? matrix_->cols() : source_->cols(); }
  void copy(std::span<const Index> rows, float* to) const {
    if (source_ != nullptr) return source_->copy(rows, to);
    for (const Index row : rows)
      to = std::copy_n(matrix_->data() + row * matrix_->cols(), matrix_->cols(), to);
  }

 private:
  const MatrixF* matrix_ = nullptr;
  const RowSource* source_ = nullptr;
};

// Some rows of others, which must outlive it, in an order of their own.
class SomeRows final : public RowSource {
 public:
  SomeRows(const RowsView& all, std::vector<Index> places)
      : all_(all), places_(std::move(places)) {}

  Index rows() const override { return std::ssize(places_); }
  Index cols() const override { return all_.cols(); }
  void copy(std::span<const Index> rows, float* to) const override;

 private:
  RowsView all_;
  std::vector<Index> places_;
};

// Of all rows, summed in their order in double precision; some rows are in memory at a time.
VectorF mean_row(const RowsView& rows);

}  // namespace renyi
