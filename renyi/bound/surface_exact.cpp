#include "renyi/bound/surface_exact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace renyi {
namespace {

// With v_i = (w_i / e^c)^(1-alpha) for a log-weight c of the column, y_i = e^(-t v_i), p = e^-t and
// E_k the mean of prod_{i in S} y_i over all S of size k (an elementary symmetric mean),
//
//   log x = ∫_0^∞ (e^-t - e^(-tx)) dt/t  gives
//   mean over S of L̂_{alpha,k} = c - 1/(1-alpha) ∫ (E_k - p^k) dt/t.
//
// In u = log t the trapezoid rule of step h errs by e^(-pi^2/h). The recursion runs on the
// difference D_k = E_k - p^k, which is of the order of 1-alpha near alpha = 1: dividing by 1-alpha
// then loses nothing, and alpha = 1 needs no neighbourhood of its own.
constexpr double widest = 0.25;        // e^(-pi^2/h) = 7e-18
constexpr double below_window = 38.0;  // 1 - e^(-e^-38) = 3e-17
constexpr double above_window = 4.0;   // e^-e^4 = 2e-24

struct Node {
  double reference;  // a log-weight x; the node stands at u = offset - (1-alpha) (x - c)
  double offset;
  double weight;  // in units of log-weights: that of u divided by |1-alpha|
};

// Draw i makes the integrand move while u is within (-38 - log k, 4) of where its t v_i is 1. Draws
// whose windows touch share a segment of nodes; between segments the integrand is constant, to
// rounding, and the gap's length goes to the segment's last node. Hence the number of nodes is
// bounded however far apart the log-weights are.
template <class Visit>  // visit(heaviest, lightest, gap after it)
void for_each_segment(double power, std::span<const double> sorted, double window, Visit visit) {
  const auto draws = static_cast<Index>(sorted.size());
  const auto at = [&](Index i) {  // heaviest w^(1-alpha) first
    return sorted[static_cast<std::size_t>(power > 0.0 ? draws - 1 - i : i)];
  };
  const double scale = std::abs(power);
  Index first = 0;
  for (Index i = 0; i < draws && std::isfinite(at(first)); ++i) {
    const bool last = i + 1 == draws || !std::isfinite(at(i + 1));
    const double gap = last ? 0.0 : std::abs(at(i) - at(i + 1));
    if (!last && scale * gap <= window) continue;
    visit(at(first), at(i), last ? 0.0 : gap - window / scale);
    if (last) return;
    first = i + 1;
  }
}

double window_below(Index largest) { return below_window + std::log(static_cast<double>(largest)); }

Index steps_of(double power, double heaviest, double lightest, double window) {
  return static_cast<Index>((std::abs(power) * std::abs(heaviest - lightest) + window) / widest) +
         1;
}

std::vector<Node> place_nodes(double power, std::span<const double> sorted, Index largest) {
  std::vector<Node> nodes;
  const double below = window_below(largest);
  const double window = below + above_window;
  for_each_segment(power, sorted, window, [&](double heaviest, double lightest, double gap) {
    const double length = std::abs(power) * std::abs(heaviest - lightest) + window;
    const Index steps = steps_of(power, heaviest, lightest, window);
    const double spacing = length / static_cast<double>(steps);
    const double weight = spacing / std::abs(power);
    for (Index i = 0; i <= steps; ++i)
      nodes.push_back({heaviest, -below + spacing * static_cast<double>(i),
                       i == 0 || i == steps ? weight / 2.0 : weight});
    nodes.back().weight += gap;
  });
  return nodes;
}

// A few nodes at a time, so that the state of all sizes stays in cache.
constexpr int lanes = 16;
using Lanes = Eigen::Array<double, lanes, 1>;

class SymmetricMeans {
 public:
  SymmetricMeans(double power, std::span<const double> sorted, double centre,
                 std::span<const Index> sizes)
      : power_(power),
        sorted_(sorted),
        centre_(centre),
        smallest_(*std::min_element(sizes.begin(), sizes.end())),
        largest_(*std::max_element(sizes.begin(), sizes.end())),
        differences_(static_cast<std::size_t>(largest_) + 1),
        powers_(static_cast<std::size_t>(largest_) + 1) {}

  // Up to `lanes` nodes; difference(k) then holds D_k at each.
  void evaluate(std::span<const Node> nodes) {
    for (int l = 0; l < lanes; ++l) {
      const Node& node = nodes[std::min(static_cast<std::size_t>(l), nodes.size() - 1)];
      reference_(l) = node.reference;
      offset_(l) = node.offset;
      rate_(l) = std::exp(node.offset + power_ * (centre_ - node.reference));
    }
    const Lanes centre_value = (-rate_).exp();
    powers_[0].setOnes();
    for (std::size_t j = 1; j < powers_.size(); ++j) powers_[j] = powers_[j - 1] * centre_value;
    for (Lanes& difference : differences_) difference.setZero();
    const auto draws = static_cast<Index>(sorted_.size());
    for (Index n = 1; n <= draws; ++n) {
      set_draw(sorted_[static_cast<std::size_t>(n - 1)], centre_value);
      // Sizes that no longer reach the smallest one asked for are left out.
      for (Index j = std::min(n, largest_); j >= std::max(Index{1}, smallest_ - draws + n); --j)
        update(static_cast<std::size_t>(j), static_cast<double>(j) / static_cast<double>(n));
    }
  }

  const Lanes& difference(Index size) const { return differences_[static_cast<std::size_t>(size)]; }

 private:
  // y and y - p of one draw, the latter without cancellation where they are close.
  void set_draw(double x, const Lanes& centre_value) {
    const double growth = std::expm1(power_ * (x - centre_));
    for (int l = 0; l < lanes; ++l) {
      value_(l) = std::exp(-std::exp(offset_(l) + power_ * (x - reference_(l))));
      const double excess = rate_(l) * growth;  // 0 times inf is NaN, which takes the other branch
      excess_(l) = std::abs(excess) < 1.0 ? centre_value(l) * std::expm1(-excess)
                                          : value_(l) - centre_value(l);
    }
  }

  // E_j^(n) = (1 - j/n) E_j^(n-1) + (j/n) y_n E_{j-1}^(n-1), less p^j on both sides: a convex
  // combination, hence stable.
  void update(std::size_t j, double share) {
    differences_[j] = (1.0 - share) * differences_[j] +
                      share * (value_ * differences_[j - 1] + excess_ * powers_[j - 1]);
  }

  double power_;
  std::span<const double> sorted_;
  double centre_;
  Index smallest_;
  Index largest_;
  std::vector<Lanes> differences_;  // D_j over the draws so far
  std::vector<Lanes> powers_;       // p^j
  Lanes reference_, offset_, rate_, value_, excess_;
};

void integrate(double power, std::span<const double> sorted, std::span<const Index> sizes,
               std::span<double> out) {
  const auto finite =
      std::upper_bound(sorted.begin(), sorted.end(), -std::numeric_limits<double>::infinity());
  const double centre = *(finite + (sorted.end() - finite) / 2);
  SymmetricMeans means(power, sorted, centre, sizes);
  const std::vector<Node> nodes =
      place_nodes(power, sorted, *std::max_element(sizes.begin(), sizes.end()));
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t begin = 0; begin < nodes.size(); begin += lanes) {
    const auto block =
        std::span(nodes).subspan(begin, std::min<std::size_t>(lanes, nodes.size() - begin));
    means.evaluate(block);
    for (std::size_t i = 0; i < sizes.size(); ++i)
      for (std::size_t l = 0; l < block.size(); ++l)
        out[i] += block[l].weight * means.difference(sizes[i])(static_cast<Index>(l));
  }
  for (double& value : out) value = power > 0.0 ? centre - value : centre + value;
}

// The mean largest of k: log-weight i (of K, ascending) is it in C(i-1, k-1) of C(K, k) subsets.
double mean_largest(std::span<const double> sorted, Index size, bool ascending) {
  const auto draws = static_cast<Index>(sorted.size());
  const auto at = [&](Index i) {
    return sorted[static_cast<std::size_t>(ascending ? i - 1 : draws - i)];
  };
  double weight = static_cast<double>(size) / static_cast<double>(draws);
  double excess = 0.0;  // over the extreme, so that equal log-weights give themselves exactly
  for (Index i = draws; i >= size; --i) {
    excess += weight * (at(i) - at(draws));
    if (i > 1) weight *= static_cast<double>(i - size) / static_cast<double>(i - 1);
  }
  return at(draws) + excess;
}

double mean_of(std::span<const double> sorted) {
  double excess = 0.0;
  for (const double x : sorted) excess += (x - sorted[0]) / static_cast<double>(sorted.size());
  return sorted[0] + excess;
}

}  // namespace

void average_over_subsets(Alpha alpha, std::span<const double> sorted, std::span<const Index> sizes,
                          std::span<double> out) {
  if (alpha.is_vi()) {
    std::fill(out.begin(), out.end(), mean_of(sorted));
  } else if (alpha.is_finite()) {
    integrate(alpha.power(), sorted, sizes, out);
  } else {
    for (std::size_t i = 0; i < sizes.size(); ++i)
      out[i] = mean_largest(sorted, sizes[i], alpha == Alpha::vr_max());
  }
}

double cost_of_subsets(Alpha alpha, std::span<const double> sorted, std::span<const Index> sizes) {
  if (alpha.is_vi() || !alpha.is_finite()) return 0.0;
  const Index largest = *std::max_element(sizes.begin(), sizes.end());
  const double window = window_below(largest) + above_window;
  double nodes = 0.0;
  for_each_segment(alpha.power(), sorted, window, [&](double heaviest, double lightest, double) {
    nodes += static_cast<double>(steps_of(alpha.power(), heaviest, lightest, window)) + 1.0;
  });
  return nodes * static_cast<double>(sorted.size()) * static_cast<double>(largest);
}

}  // namespace renyi
