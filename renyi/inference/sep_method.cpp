#include "renyi/inference/sep_method.hpp"

#include <algorithm>

namespace renyi {

std::int64_t SepMethod::steps(std::span<const Index> rows, Index batch, double step_a_row) {
  std::int64_t rejected = 0;
  while (!rows.empty()) {
    const auto now = rows.first(std::min(rows.size(), static_cast<std::size_t>(batch)));
    rows = rows.subspan(now.size());
    expect(rows.first(std::min(rows.size(), static_cast<std::size_t>(batch))));
    if (!step(now, std::min(1.0, step_a_row * static_cast<double>(now.size())))) ++rejected;
  }
  return rejected;
}

}  // namespace renyi
