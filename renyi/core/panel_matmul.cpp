#include "renyi/core/panel_matmul.hpp"

#include <algorithm>
#include <cstring>

#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/core/panel_matmul.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/core/simd/panel-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

#if RENYI_HAS_PANELS

// Rows of A that stay in the second-level cache while every panel passes over them.
constexpr Index cached_floats = 32 * 1024;

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
bool has_panels() { return true; }

#else

void multiply_panels(const kernels::PanelProduct& /*product*/) {}
bool has_panels() { return false; }

#endif

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::kernels {
namespace {
using namespace simd;  // for the dispatch tables' names
HWY_EXPORT(has_panels);
HWY_EXPORT(multiply_panels);
}  // namespace

bool has_panels() { return HWY_DYNAMIC_DISPATCH(has_panels)(); }

Index packed_size(Index k, Index n) {
  Index size = 0;
  for (Index col = 0; col < n;) {
    const PanelShape panel = panel_at(col, n);
    size += k * panel.packed_width();
    col += panel.columns;
  }
  return size;
}

void pack_panels(const StridedFloats& b, float* packed) {
  for (Index col = 0; col < b.cols;) {
    const PanelShape panel = panel_at(col, b.cols);
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

void multiply_panels(const PanelProduct& product) {
  HWY_DYNAMIC_DISPATCH(multiply_panels)(product);
}

}  // namespace renyi::kernels
#endif
