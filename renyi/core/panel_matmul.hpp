// A single-precision multiply for a B that is small and an A that is long: B is packed once into
// panels of columns, which stay in the cache while rows of A run past them. matmul.hpp chooses
// between this and oneDNN.
#pragma once

#include "renyi/core/matrix.hpp"

namespace renyi::kernels {

// k x n numbers, entry (p, j) at data[p * row_step + j * col_step]; one of the steps is 1.
struct StridedFloats {
  const float* data;
  Index rows, cols;
  Index row_step, col_step;
};

// Lanes of the vectors that this machine's panels are made of: 8 or 16; 0 where there are none.
int panel_lanes();

// How many floats pack_panels writes.
Index packed_size(Index k, Index n);
// `packed` is aligned to 64 bytes.
void pack_panels(const StridedFloats& b, float* packed);

// C = factor A B + keep C for `rows` rows; with keep = 0 nothing is read from C.
// a: rows x k, row-major; packed: k x n, by pack_panels; c: rows x n, row-major. An entry of C is
// summed in an order that depends on k and n alone.
struct PanelProduct {
  const float* a;
  Index a_stride;
  const float* packed;
  Index rows, k, n;
  float* c;
  Index c_stride;
  float factor, keep;
};
void multiply_panels(const PanelProduct& product);

}  // namespace renyi::kernels
