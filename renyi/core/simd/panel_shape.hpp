// How the columns of a product are cut into panels: one function that packing and multiplying
// share.
#pragma once

#include <algorithm>

#include "renyi/core/matrix.hpp"

namespace renyi::kernels {

// `vectors` of eight columns and perhaps half a one; the last may be padded.
struct PanelShape {
  Index columns;
  int vectors;
  bool half;

  // Floats that one row takes when packed: a half vector is stored twice.
  Index packed_width() const { return 8 * (vectors + (half ? 1 : 0)); }
};

// The panel that begins at column `col` of n: sixteen columns wide, the last one such that few
// lanes are padding.
inline PanelShape panel_at(Index col, Index n) {
  const Index rest = n - col;
  if (rest > 24) return {16, 2, false};
  if (rest > 20) return {rest, 3, false};
  if (rest > 16) return {rest, 2, true};
  if (rest > 12) return {rest, 2, false};
  if (rest > 8) return {rest, 1, true};
  return {rest, 1, false};
}

// The same on vectors of sixteen lanes: up to three vectors of columns, or, with none, `dots`
// columns (2, 4 or 8, some perhaps padding) whose lanes run along k.
struct WidePanelShape {
  Index columns;
  int vectors, dots;

  Index packed_size(Index k) const {
    return dots == 0 ? k * 16 * vectors : (k + 15) / 16 * 16 * dots;
  }
};

// The last columns go as dots where that takes fewer instructions: `dots` for every sixteen of k
// and three for the sum of its lanes, against k of a padded vector.
inline WidePanelShape wide_panel_at(Index col, Index k, Index n) {
  const Index rest = n - col, odd = n % 16;
  const int dots = odd == 0 || odd > 8 ? 0 : odd > 4 ? 8 : odd > 2 ? 4 : 2;
  const bool takes_dots = dots > 0 && dots * ((k + 15) / 16 + 3) < k;
  if (takes_dots && rest == odd) return {rest, 0, dots};
  const Index vectors = takes_dots ? rest / 16 : (rest + 15) / 16;
  // Three at a time, and four as two and two.
  const Index taken = vectors == 4 ? 2 : vectors < 3 ? vectors : 3;
  return {takes_dots ? 16 * taken : std::min(rest, 16 * taken), static_cast<int>(taken), 0};
}

}  // namespace renyi::kernels
