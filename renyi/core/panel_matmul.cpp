#include "renyi/core/panel_matmul.hpp"

#include <algorithm>
#include <cstring>

#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/core/panel_matmul.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/core/simd/dot_panel-inl.hpp"
#include "renyi/core/simd/panel-inl.hpp"
#include "renyi/core/simd/wide_pack-inl.hpp"
#include "renyi/core/simd/wide_panel-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

#if RENYI_HAS_WIDE_PANELS

Index packed_size(Index k, Index n) {
  Index size = 0;
  for (Index col = 0; col < n;) {
    const kernels::WidePanelShape panel = kernels::wide_panel_at(col, k, n);
    size += panel.packed_size(k);
    col += panel.columns;
  }
  return size;
}

void pack_panels(const kernels::StridedFloats& b, float* packed) {
  for (Index col = 0; col < b.cols;) {
    const kernels::WidePanelShape panel = kernels::wide_panel_at(col, b.rows, b.cols);
    const kernels::StridedFloats columns{b.data + col * b.col_step, b.rows, panel.columns,
                                         b.row_step, b.col_step};
    if (panel.dots > 0)
      pack_dots(columns, panel.dots, packed);
    else
      pack_vectors(columns, panel.vectors, packed);
    packed += panel.packed_size(b.rows);
    col += panel.columns;
  }
}

// Rows of A that stay in the second-level cache while every panel passes over them. Where all of B
// stays in the first-level one, C is written row after row instead. No few rows are left at the
// end.
Index rows_at_once(const kernels::PanelProduct& p) {
  const bool is_small = p.k * p.n <= 8 * 1024;
  const Index most =
      is_small ? 12 : std::max<Index>(48, 16 * 1024 / std::max<Index>(p.k, 1) / 24 * 24);
  const Index chunks = std::max<Index>(1, (p.rows + most - 1) / most);
  return (p.rows + chunks - 1) / chunks;
}

void multiply_panels(const kernels::PanelProduct& p) {
  const Index chunk = rows_at_once(p);
  for (Index row = 0; row < p.rows; row += chunk) {
    const Index count = std::min(chunk, p.rows - row);
    const float* packed = p.packed;
    for (Index col = 0; col < p.n;) {
      const kernels::WidePanelShape panel = kernels::wide_panel_at(col, p.k, p.n);
      if (panel.dots > 0)
        multiply_dots(panel.dots, p, row, count, packed, panel.columns, p.c + col);
      else
        multiply_wide_panel(panel.vectors, p, row, count, packed, panel.columns, p.c + col);
      packed += panel.packed_size(p.k);
      col += panel.columns;
    }
  }
}
int panel_lanes() { return 16; }

#elif RENYI_HAS_PANELS

// Rows of A that stay in the second-level cache while every panel passes over them.
constexpr Index cached_floats = 32 * 1024;

Index packed_size(Index k, Index n) {
  Index size = 0;
  for (Index col = 0; col < n;) {
    const kernels::PanelShape panel = kernels::panel_at(col, n);
    size += k * panel.packed_width();
    col += panel.columns;
  }
  return size;
}
void pack_panels(const kernels::StridedFloats& b, float* packed) {
  for (Index col = 0; col < b.cols;) {
    const kernels::PanelShape panel = kernels::panel_at(col, b.cols);
    const float* first = b.data + col * b.col_step;
    const Index whole = 8 * panel.vectors;
    const Index width = panel.packed_width();
    std::memset(packed, 0, static_cast<std::size_t>(b.rows * width) * sizeof(float));
    for (Index j = 0; j < panel.columns; ++j) {
      const float* in = first + j * b.col_step;
      float* out = packed + j;
      for (Index p = 0; p < b.rows; ++p) out[p * width] = in[p * b.row_step];
      if (j >= whole)  // the half vector stands there twice
        for (Index p = 0; p < b.rows; ++p) out[p * width + 4] = in[p * b.row_step];
    }
    packed += b.rows * width;
    col += panel.columns;
  }
}
void multiply_panels(const kernels::PanelProduct& p) {
  const Index chunk = std::max<Index>(48, cached_floats / std::max<Index>(p.k, 1) / 24 * 24);
  for (Index row = 0; row < p.rows; row += chunk) {
    const PanelRows rows{.a = p.a + row * p.a_stride,
                         .a_stride = p.a_stride,
                         .count = std::min(chunk, p.rows - row),
                         .k = p.k,
                         .c_stride = p.c_stride,
                         .factor = p.factor,
                         .keep = p.keep};
    float* c = p.c + row * p.c_stride;
    const float* packed = p.packed;
    for (Index col = 0; col < p.n;) {
      const kernels::PanelShape panel = kernels::panel_at(col, p.n);
      multiply_panel(panel, rows, packed, c + col);
      packed += p.k * panel.packed_width();
      col += panel.columns;
    }
  }
}
int panel_lanes() { return 8; }

#else

Index packed_size(Index /*k*/, Index /*n*/) { return 0; }
void pack_panels(const kernels::StridedFloats& /*b*/, float* /*packed*/) {}
void multiply_panels(const kernels::PanelProduct& /*product*/) {}
int panel_lanes() { return 0; }

#endif

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::kernels {
namespace {
using namespace simd;  // for the dispatch tables' names
HWY_EXPORT(panel_lanes);
HWY_EXPORT(packed_size);
HWY_EXPORT(pack_panels);
HWY_EXPORT(multiply_panels);
}  // namespace

int panel_lanes() { return HWY_DYNAMIC_DISPATCH(panel_lanes)(); }

Index packed_size(Index k, Index n) { return HWY_DYNAMIC_DISPATCH(packed_size)(k, n); }
void pack_panels(const StridedFloats& b, float* packed) {
  HWY_DYNAMIC_DISPATCH(pack_panels)(b, packed);
}
void multiply_panels(const PanelProduct& product) {
  HWY_DYNAMIC_DISPATCH(multiply_panels)(product);
}

}  // namespace renyi::kernels
#endif
