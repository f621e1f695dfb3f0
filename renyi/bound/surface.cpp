#include "renyi/bound/surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/bound/log_weights.hpp"
#include "renyi/bound/surface_exact.hpp"
#include "renyi/bound/surface_permutations.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"

namespace renyi {
namespace {

void check(const ConstMatrixRef& log_weights, std::span<const Alpha> alphas,
           std::span<const Index> sizes) {
  if (log_weights.size() == 0 || alphas.empty() || sizes.empty())
    throw UsageError("surface: expected at least one log-weight, one alpha and one size");
  for (const Index size : sizes)
    if (size < 1 || size > log_weights.rows())
      throw UsageError(fmt::format("surface: expected sizes from 1 to the {} draws, found {}",
                                   log_weights.rows(), size));
  for (Index b = 0; b < log_weights.cols(); ++b)
    require_log_weights({log_weights.col(b).data(), static_cast<std::size_t>(log_weights.rows())},
                        b);
}

struct Column {
  std::vector<double> sorted;
  Index infinite = 0;  // how many log-weights are -inf
};

Column sort_column(const ConstMatrixRef& log_weights, Index b) {
  const double* data = log_weights.col(b).data();
  Column column{{data, data + log_weights.rows()}, 0};
  std::sort(column.sorted.begin(), column.sorted.end());
  const auto finite = std::upper_bound(column.sorted.begin(), column.sorted.end(), -infinity);
  column.infinite = finite - column.sorted.begin();
  if (finite != column.sorted.end() && std::isinf(column.sorted.back() - *finite))
    throw NumericalError(fmt::format(
        "log-weights of column {}: expected a spread that a double holds, found {} to {}", b + 1,
        *finite, column.sorted.back()));
  return column;
}

// The orders and sizes of a column whose average is not -inf, and where they stand in the lists.
struct Finite {
  std::vector<Alpha> alphas;
  std::vector<Index> sizes;
  std::vector<std::size_t> alpha_places, size_places;
};

Finite finite_part(const Column& column, std::span<const Alpha> alphas,
                   std::span<const Index> sizes) {
  Finite part;
  for (std::size_t a = 0; a < alphas.size(); ++a)
    if (column.infinite == 0 || alphas[a] < Alpha::vi()) {
      part.alphas.push_back(alphas[a]);
      part.alpha_places.push_back(a);
    }
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] > column.infinite) {
      part.sizes.push_back(sizes[i]);
      part.size_places.push_back(i);
    }
  if (part.sizes.empty()) part.alphas.clear();
  return part;
}

double cost_of_column(const Column& column, const Finite& part) {
  double cost = 0.0;
  for (const Alpha alpha : part.alphas) cost += cost_of_subsets(alpha, column.sorted, part.sizes);
  return cost;
}

// alphas by sizes, sizes running faster.
std::vector<SubsetEstimate> evaluate_column(const Column& column, const Finite& part,
                                            SurfaceMethod method, const SurfaceOptions& options,
                                            Index b) {
  const std::size_t width = part.sizes.size();
  std::vector<SubsetEstimate> estimates(part.alphas.size() * width);
  if (estimates.empty()) return estimates;
  if (method == SurfaceMethod::permutations) {
    const Stream stream{options.seed, Purpose::permutation, 0};
    estimate_over_subsets(part.alphas, column.sorted, part.sizes, options.permutations, stream,
                          static_cast<std::uint64_t>(b), estimates);
    return estimates;
  }
  std::vector<double> values(width);
  for (std::size_t a = 0; a < part.alphas.size(); ++a) {
    average_over_subsets(part.alphas[a], column.sorted, part.sizes, values);
    for (std::size_t i = 0; i < width; ++i) estimates[a * width + i].mean = values[i];
  }
  return estimates;
}

// sqrt(sum d^2), however large the d are.
double norm(const Vector& d) {
  const double largest = d.cwiseAbs().maxCoeff();
  return largest == 0.0 ? 0.0 : largest * (d / largest).norm();
}

// values and variances: one entry a column.
SurfaceCell summarise(const Vector& values, const Vector& variances, SurfaceMethod method) {
  const auto columns = static_cast<double>(values.size());
  SurfaceCell cell;
  if (values.minCoeff() == -infinity) {
    cell.mean = -infinity;
    return cell;
  }
  cell.mean = (values / columns).sum();
  if (values.size() > 1)
    cell.standard_error = norm(values.array() - cell.mean) / std::sqrt((columns - 1.0) * columns);
  if (method == SurfaceMethod::permutations)
    cell.permutation_error = norm(variances.cwiseSqrt()) / columns;
  return cell;
}

}  // namespace

void SurfaceOptions::validate() const {
  if (permutations < 2 || permutations > std::int64_t{max_draw} + 1)
    throw UsageError(fmt::format("permutations: expected 2 to {}, found {}",
                                 std::int64_t{max_draw} + 1, permutations));
}

double exact_surface_cost(const ConstMatrixRef& log_weights, std::span<const Alpha> alphas,
                          std::span<const Index> sizes) {
  check(log_weights, alphas, sizes);
  double cost = 0.0;
  for (Index b = 0; b < log_weights.cols(); ++b) {
    const Column column = sort_column(log_weights, b);
    cost += cost_of_column(column, finite_part(column, alphas, sizes));
  }
  return cost;
}

Surface bound_surface(const ConstMatrixRef& log_weights, std::span<const Alpha> alphas,
                      std::span<const Index> sizes, const SurfaceOptions& options,
                      ThreadPool& pool) {
  options.validate();
  check(log_weights, alphas, sizes);
  Surface surface{{alphas.begin(), alphas.end()}, {sizes.begin(), sizes.end()}, options.method, {}};
  if (options.method == SurfaceMethod::automatic)
    surface.method = exact_surface_cost(log_weights, alphas, sizes) <= automatic_cost
                         ? SurfaceMethod::exact
                         : SurfaceMethod::permutations;

  const auto cells = static_cast<Index>(alphas.size() * sizes.size());
  Matrix values = Matrix::Constant(log_weights.cols(), cells, -infinity);
  Matrix variances = Matrix::Zero(log_weights.cols(), cells);
  pool.for_each(log_weights.cols(), [&](Index b) {
    const Column column = sort_column(log_weights, b);
    const Finite part = finite_part(column, alphas, sizes);
    const auto estimates = evaluate_column(column, part, surface.method, options, b);
    for (std::size_t e = 0; e < estimates.size(); ++e) {
      const std::size_t a = part.alpha_places[e / part.sizes.size()];
      const std::size_t i = part.size_places[e % part.sizes.size()];
      const auto cell = static_cast<Index>(a * sizes.size() + i);
      values(b, cell) = estimates[e].mean;
      variances(b, cell) = estimates[e].variance;
    }
  });
  for (Index cell = 0; cell < cells; ++cell)
    surface.cells.push_back(summarise(values.col(cell), variances.col(cell), surface.method));
  return surface;
}

Surface bound_surface(const ConstMatrixRef& log_weights, std::span<const Alpha> alphas,
                      std::span<const Index> sizes, const SurfaceOptions& options) {
  ThreadPool alone(1);
  return bound_surface(log_weights, alphas, sizes, options, alone);
}

}  // namespace renyi
