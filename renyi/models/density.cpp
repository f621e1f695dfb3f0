#include "renyi/models/density.hpp"

#include <numeric>
#include <vector>

#include "renyi/core/parallel.hpp"

namespace renyi {

void Density::log_rows(const ConstMatrixRef& /*theta*/, std::span<const Index> /*rows*/,
                       Eigen::Ref<Matrix> values) const {
  values.setZero();
}

// NOLINTBEGIN(performance-unnecessary-value-param): those that override it write to it
void Density::add_row_gradients(const ConstMatrixRef& /*theta*/, std::span<const Index> /*rows*/,
                                const ConstMatrixRef& /*coefficients*/,
                                Eigen::Ref<Matrix> /*gradients*/) const {}
// NOLINTEND(performance-unnecessary-value-param)

std::vector<std::string> coordinate_names(const Density& density) {
  std::vector<std::string> names;
  for (Index i = 0; i < density.dimension(); ++i) names.push_back(density.coordinate_name(i));
  return names;
}

double log_joint(const Density& density, const Vector& theta, Vector* gradient) {
  constexpr Index rows_a_time = 4096;
  Vector base(1);
  Matrix gradients(theta.size(), 1);
  if (gradient == nullptr)
    density.log_base(theta, base);
  else
    density.log_base(theta, base, gradients);
  double sum = base(0);
  const Partition parts(density.rows(), rows_a_time);
  for (std::int64_t i = 0; i < parts.shards(); ++i) {
    std::vector<Index> rows(static_cast<std::size_t>(parts.size(i)));
    std::iota(rows.begin(), rows.end(), parts.begin(i));
    Matrix values(1, parts.size(i));
    density.log_rows(theta, rows, values);
    sum += values.sum();
    if (gradient != nullptr)
      density.add_row_gradients(theta, rows, Matrix::Ones(1, parts.size(i)), gradients);
  }
  if (gradient != nullptr) *gradient = gradients.col(0);
  return sum;
}

}  // namespace renyi
