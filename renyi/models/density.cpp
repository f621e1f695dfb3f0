#include "renyi/models/density.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace renyi {
namespace {

// Numbers of rows and draws that are looked at together, where sums are all that is asked for.
constexpr Index numbers_a_time = 4096;
using Numbers = std::array<double, numbers_a_time>;

// f(first draw, their number, first row, their number) of blocks that have a Numbers' room.
template <class F>
void each_block(Index draws, Index rows, F f) {
  for (Index k = 0; k < draws; k += numbers_a_time) {
    const Index some_draws = std::min(numbers_a_time, draws - k);
    const Index rows_a_time = numbers_a_time / some_draws;
    for (Index m = 0; m < rows; m += rows_a_time)
      f(k, some_draws, m, std::min(rows_a_time, rows - m));
  }
}

std::span<const Index> some_of(std::span<const Index> rows, Index first, Index count) {
  return rows.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
}

std::vector<Index> all_rows(const Density& density) {
  std::vector<Index> rows(static_cast<std::size_t>(density.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

}  // namespace

void Density::log_rows(const ConstMatrixRef& /*theta*/, std::span<const Index> /*rows*/,
                       Eigen::Ref<Matrix> values) const {
  values.setZero();
}

// NOLINTBEGIN(performance-unnecessary-value-param): those that override it write to it
void Density::add_row_gradients(const ConstMatrixRef& /*theta*/, std::span<const Index> /*rows*/,
                                const ConstMatrixRef& /*coefficients*/,
                                Eigen::Ref<Matrix> /*gradients*/) const {}
// NOLINTEND(performance-unnecessary-value-param)

void Density::log_row_sums(const ConstMatrixRef& theta, std::span<const Index> rows,
                           Eigen::Ref<Vector> values) const {
  Numbers numbers;
  values.setZero();
  each_block(theta.cols(), std::ssize(rows), [&](Index k, Index draws, Index m, Index count) {
    Eigen::Map<Matrix> block(numbers.data(), draws, count);
    log_rows(theta.middleCols(k, draws), some_of(rows, m, count), block);
    values.segment(k, draws) += block.rowwise().sum();
  });
}

void Density::add_row_sum_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                                    const ConstVectorRef& coefficients,
                                    Eigen::Ref<Matrix> gradients) const {
  Numbers numbers;
  each_block(theta.cols(), std::ssize(rows), [&](Index k, Index draws, Index m, Index count) {
    Eigen::Map<Matrix> block(numbers.data(), draws, count);
    block.colwise() = coefficients.segment(k, draws);
    add_row_gradients(theta.middleCols(k, draws), some_of(rows, m, count), block,
                      gradients.middleCols(k, draws));
  });
}

std::vector<std::string> coordinate_names(const Density& density) {
  std::vector<std::string> names;
  for (Index i = 0; i < density.dimension(); ++i) names.push_back(density.coordinate_name(i));
  return names;
}

double log_joint(const Density& density, const Vector& theta, Vector* gradient) {
  Vector value(1);
  if (gradient == nullptr) {
    log_joints(density, theta, value);
    return value(0);
  }
  Matrix gradients(theta.size(), 1);
  density.log_base(theta, value, gradients);
  const double base = value(0);
  const std::vector<Index> rows = all_rows(density);
  density.log_row_sums(theta, rows, value);
  density.add_row_sum_gradients(theta, rows, Vector::Ones(1), gradients);
  *gradient = gradients.col(0);
  return base + value(0);
}

void log_joints(const Density& density, const ConstMatrixRef& theta, Eigen::Ref<Vector> values) {
  density.log_base(theta, values);
  if (density.rows() == 0) return;
  Vector sums(theta.cols());
  density.log_row_sums(theta, all_rows(density), sums);
  values += sums;
}

}  // namespace renyi
