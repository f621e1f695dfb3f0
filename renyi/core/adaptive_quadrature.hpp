// Integrals of several functions of one variable over an interval at once, by bisection with the
// rule of Gauss and Kronrod. Nothing is allocated.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace renyi {

template <std::size_t Count>
using QuadratureSums = std::array<double, Count>;

namespace quadrature {

inline constexpr std::array<double, 8> kronrod_nodes = {
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
    0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
    0.586087235467691130294144691258381, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245, 0.0};
inline constexpr std::array<double, 8> kronrod_weights = {
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
    0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
    0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
// Of the nodes 1, 3, 5 and 7 above.
inline constexpr std::array<double, 4> gauss_weights = {
    0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
    0.381830050505118944950369775488975, 0.417959183673469387755102040816327};

template <std::size_t Count>
struct Panel {
  QuadratureSums<Count> kronrod{}, gauss{};
};

template <std::size_t Count, class Add>
Panel<Count> panel(double low, double high, Add&& add) {
  const double middle = 0.5 * (low + high), half = 0.5 * (high - low);
  Panel<Count> sums;
  for (std::size_t k = 0; k < kronrod_nodes.size(); ++k)
    for (const double side : {-1.0, 1.0}) {
      if (k == 7 && side > 0.0) continue;
      QuadratureSums<Count> one{};
      add(middle + side * half * kronrod_nodes[k], half, one);
      for (std::size_t c = 0; c < Count; ++c) {
        sums.kronrod[c] += kronrod_weights[k] * one[c];
        if (k % 2 == 1) sums.gauss[c] += gauss_weights[k / 2] * one[c];
      }
    }
  return sums;
}

template <std::size_t Count>
bool is_precise(const Panel<Count>& panel, const QuadratureSums<Count>& magnitude) {
  // Kronrod's rule is about as much better than Gauss's as Gauss's is good.
  for (std::size_t c = 0; c < Count; ++c)
    if (std::abs(panel.kronrod[c] - panel.gauss[c]) > 1e-9 * magnitude[c] + 1e-15 * magnitude[0])
      return false;
  return true;
}

}  // namespace quadrature

// add(x, weight, sums) adds weight times each function's value at x to `sums`. Errors are relative
// to the integrals of the eighths of the interval without their signs, and to rounding of the
// first.
template <std::size_t Count, class Add>
QuadratureSums<Count> adaptive_quadrature(double low, double high, Add&& add) {
  constexpr int panels = 8, max_depth = 40, max_panels = 1000;
  struct Piece {
    double low, high;
    int depth;
  };
  QuadratureSums<Count> total{}, magnitude{};
  const double width = (high - low) / panels;
  for (int p = 0; p < panels; ++p) {
    const auto sums = quadrature::panel<Count>(low + p * width, low + (p + 1) * width, add);
    for (std::size_t c = 0; c < Count; ++c) magnitude[c] += std::abs(sums.kronrod[c]);
  }
  int used = 0;
  for (int p = 0; p < panels; ++p) {
    std::array<Piece, max_depth + 2> stack{};
    std::size_t size = 0;
    stack[size++] = {low + p * width, low + (p + 1) * width, 0};
    while (size > 0) {
      const Piece piece = stack[--size];
      const auto sums = quadrature::panel<Count>(piece.low, piece.high, add);
      if (piece.depth >= max_depth || ++used > max_panels ||
          quadrature::is_precise(sums, magnitude)) {
        for (std::size_t c = 0; c < Count; ++c) total[c] += sums.kronrod[c];
        continue;
      }
      const double middle = 0.5 * (piece.low + piece.high);
      stack[size++] = {middle, piece.high, piece.depth + 1};
      stack[size++] = {piece.low, middle, piece.depth + 1};
    }
  }
  return total;
}

}  // namespace renyi
