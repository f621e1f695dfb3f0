#include "renyi/families/natural_gaussian.hpp"

#include <cmath>

namespace renyi {

NaturalGaussian NaturalGaussian::zero(Index dimension) {
  return {Matrix::Zero(dimension, dimension), Vector::Zero(dimension)};
}

NaturalGaussian NaturalGaussian::of_moments(const ConstVectorRef& mean,
                                            const ConstMatrixRef& covariance) {
  const Eigen::LLT<Matrix> factor(covariance);
  NaturalGaussian natural;
  natural.precision = factor.solve(Matrix::Identity(mean.size(), mean.size()));
  natural.shift = factor.solve(mean);
  return natural;
}

void NaturalGaussian::add(double factor, const NaturalGaussian& other) {
  precision += factor * other.precision;
  shift += factor * other.shift;
}

void NaturalGaussian::damp(double step, const NaturalGaussian& towards) {
  precision = (1.0 - step) * precision + step * towards.precision;
  shift = (1.0 - step) * shift + step * towards.shift;
}

void NaturalGaussian::write(double power, std::span<double> out) const {
  const Index d = dimension(), room = std::ssize(out) - d;
  if (room == d * d)
    Eigen::Map<Matrix>(out.data(), d, d) = power * precision;
  else
    Eigen::Map<Vector>(out.data(), d) = power * precision.diagonal();
  Eigen::Map<Vector>(out.data() + room, d) = power * shift;
}

void NaturalGaussian::read(std::span<const double> numbers) {
  const Index d = dimension(), room = std::ssize(numbers) - d;
  if (room == d * d)
    precision = Eigen::Map<const Matrix>(numbers.data(), d, d);
  else
    precision = Eigen::Map<const Vector>(numbers.data(), d).asDiagonal();
  shift = Eigen::Map<const Vector>(numbers.data() + room, d);
}

NaturalDiagonal NaturalDiagonal::zero(Index dimension) {
  return {Vector::Zero(dimension), Vector::Zero(dimension)};
}

void NaturalDiagonal::add(double factor, const NaturalDiagonal& other) {
  precision += factor * other.precision;
  shift += factor * other.shift;
}

void NaturalDiagonal::damp(double step, const NaturalDiagonal& towards) {
  precision = (1.0 - step) * precision + step * towards.precision;
  shift = (1.0 - step) * shift + step * towards.shift;
}

bool NaturalDiagonal::is_proper() const {
  return precision.allFinite() && shift.allFinite() && precision.minCoeff() > 0.0;
}

bool FactorisedGaussian::set(const NaturalGaussian& natural) {
  factor_.compute(natural.precision);
  if (factor_.info() != Eigen::Success || !factor_.matrixLLT().diagonal().allFinite() ||
      !(factor_.matrixLLT().diagonal().minCoeff() > 0.0))
    return false;
  shift_ = natural.shift;
  mean_ = natural.shift;
  factor_.solveInPlace(mean_);
  return mean_.allFinite();
}

Matrix FactorisedGaussian::covariance() const {
  return factor_.solve(Matrix::Identity(mean_.size(), mean_.size()));
}

double FactorisedGaussian::log_partition() const {
  return 0.5 * shift_.dot(mean_) - factor_.matrixLLT().diagonal().array().log().sum();
}

double log_partition(const NaturalDiagonal& natural) {
  return 0.5 * (natural.shift.array().square() / natural.precision.array() -
                natural.precision.array().log())
                   .sum();
}

void NaturalGaussian::archive(const std::string& name, StateArchive& archive) {
  archive(name + ".precision", precision);
  archive(name + ".shift", shift);
}

void NaturalDiagonal::archive(const std::string& name, StateArchive& archive) {
  archive(name + ".precision", precision);
  archive(name + ".shift", shift);
}

}  // namespace renyi
