// The whole (alpha, k) surface of bounds from one matrix of log-weights: what L̂_{alpha,k} would
// have been with fewer draws (Theorem 2), averaged over all subsets of k of the K draws, instead of
// running again for every k. How one column's average is taken is in surface_exact.hpp and
// surface_permutations.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/matrix.hpp"
#include "renyi/core/named_enum.hpp"
#include "renyi/core/parallel.hpp"

namespace renyi {

enum class SurfaceMethod : std::uint8_t { automatic, exact, permutations };

template <>
struct EnumNames<SurfaceMethod> {
  static constexpr std::string_view what = "method";
  static constexpr std::array<std::string_view, 3> names = {"auto", "exact", "permutations"};
};

struct SurfaceOptions {
  // automatic: exact while exact_surface_cost() is at most automatic_cost, else permutations.
  SurfaceMethod method = SurfaceMethod::automatic;
  std::int64_t permutations = 100;
  std::uint64_t seed = 1;  // of the random orders

  // Throws UsageError unless there are 2 to 2^24 permutations.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("method", self.method,
          "average over all subsets (exact), over random ones (permutations), or by cost (auto)");
    field("permutations", self.permutations, "how many random orders of the draws are averaged");
  }
};

struct SurfaceCell {
  double mean = 0.0;  // over the columns
  // Of that mean over columns (datapoints); none with one column or where a bound is not finite.
  std::optional<double> standard_error;
  // Of that mean by the random orders alone; none for the exact method, or where not finite.
  std::optional<double> permutation_error;
};

struct Surface {
  std::vector<Alpha> alphas;
  std::vector<Index> sizes;
  SurfaceMethod method = SurfaceMethod::exact;  // the one used, never automatic
  std::vector<SurfaceCell> cells;               // alphas by sizes, sizes running faster

  const SurfaceCell& at(std::size_t alpha, std::size_t size) const {
    return cells.at(alpha * sizes.size() + size);
  }
};

// log_weights is K x B, one row a draw; each size k in 1..K.
//
// A draw of log-weight -inf counts as weight 0, as in renyi_bound: for alpha < 1 the average is
// -inf as soon as some subset holds nothing else, that is for k up to the number of such draws; for
// alpha >= 1 it is -inf for every k.
//
// Throws UsageError on an empty matrix or list, or a size out of range, and NumericalError on a
// log-weight of NaN or +inf, or a spread beyond the largest double.
// Columns are shared out over the pool's threads; the result does not depend on their number.
Surface bound_surface(const ConstMatrixRef& log_weights, std::span<const Alpha> alphas,
                      std::span<const Index> sizes, const SurfaceOptions& options,
                      ThreadPool& pool);
// The same on the calling thread.
Surface bound_surface(const ConstMatrixRef& log_weights, std::span<const Alpha> alphas,
                      std::span<const Index> sizes, const SurfaceOptions& options = {});

// The multiply-adds of the exact method: the sum over columns and finite orders other than 1 of
// K times the largest size times the nodes of the integral, 4 (42 + log k + |1-alpha| spread) but
// at most about 200 K.
double exact_surface_cost(const ConstMatrixRef& log_weights, std::span<const Alpha> alphas,
                          std::span<const Index> sizes);

inline constexpr double automatic_cost = 4e9;

}  // namespace renyi
