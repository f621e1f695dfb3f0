// Gaussians by their natural parameters, precision and precision times mean, which add where
// densities multiply: of full rank and with independent coordinates. Not every pair is a
// distribution: factors of one need not be positive definite. What is multiplied is left to others.
#pragma once

#include <Eigen/Cholesky>
#include <span>

#include "renyi/core/matrix.hpp"
#include "renyi/core/state_archive.hpp"

namespace renyi {

struct NaturalGaussian {
  Matrix precision = {};
  Vector shift = {};  // precision times mean

  static NaturalGaussian zero(Index dimension);
  static NaturalGaussian of_moments(const ConstVectorRef& mean, const ConstMatrixRef& covariance);

  Index dimension() const { return shift.size(); }
  // this += factor * other: multiplies by a power of a density.
  void add(double factor, const NaturalGaussian& other);
  // this += step * (towards - this).
  void damp(double step, const NaturalGaussian& towards);

  // To a power, as numbers: the precision, or where there is room for no more its diagonal; then
  // the shift.
  void write(double power, std::span<double> out) const;
  void read(std::span<const double> numbers);
  void archive(const std::string& name, StateArchive& archive);
};

struct NaturalDiagonal {
  Vector precision = {};
  Vector shift = {};

  static NaturalDiagonal zero(Index dimension);

  Index dimension() const { return shift.size(); }
  void add(double factor, const NaturalDiagonal& other);
  void damp(double step, const NaturalDiagonal& towards);
  bool is_proper() const;  // every precision positive and finite
  void archive(const std::string& name, StateArchive& archive);
};

// A proper one, ready for what needs its moments. Allocates only when the dimension changes.
class FactorisedGaussian {
 public:
  // False, and then nothing else may be asked for, unless it is positive definite and finite.
  bool set(const NaturalGaussian& natural);

  const Vector& mean() const { return mean_; }
  // L of precision = L L'.
  auto lower() const { return factor_.matrixL(); }
  auto upper() const { return factor_.matrixU(); }  // L'
  // L in the lower triangle; nothing of meaning above it.
  const Matrix& packed_lower() const { return factor_.matrixLLT(); }
  Matrix covariance() const;
  // log of the integral of exp(shift' x - x' precision x / 2), without its d/2 log(2 pi).
  double log_partition() const;

 private:
  Eigen::LLT<Matrix> factor_;
  Vector mean_, shift_;
};

// The same of independent coordinates, which must be proper.
double log_partition(const NaturalDiagonal& natural);

}  // namespace renyi
