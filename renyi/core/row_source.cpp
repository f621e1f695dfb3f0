#include "renyi/core/row_source.hpp"

#include <numeric>
#include <vector>

namespace renyi {

void SomeRows::copy(std::span<const Index> rows, float* to) const {
  for (const Index row : rows) {
    all_.copy(std::span(&places_[static_cast<std::size_t>(row)], 1), to);
    to += cols();
  }
}

VectorF mean_row(const RowsView& rows) {
  constexpr Index at_once = 256;
  std::vector<Index> some;
  MatrixF window(std::min(at_once, rows.rows()), rows.cols());
  Vector sum = Vector::Zero(rows.cols());
  for (Index begin = 0; begin < rows.rows(); begin += at_once) {
    some.resize(static_cast<std::size_t>(std::min(at_once, rows.rows() - begin)));
    std::iota(some.begin(), some.end(), begin);
    rows.copy(some, window.data());
    for (Index i = 0; i < std::ssize(some); ++i) sum += window.row(i).transpose().cast<double>();
  }
  return (sum / static_cast<double>(rows.rows())).cast<float>();
}

}  // namespace renyi
