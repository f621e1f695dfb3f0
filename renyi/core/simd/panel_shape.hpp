// How the columns of a product are cut into panels: one function that packing and multiplying
// share.
#pragma once

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

}  // namespace renyi::kernels
