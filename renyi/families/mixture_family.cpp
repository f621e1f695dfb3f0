#include "renyi/families/mixture_family.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>
#include <span>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

// Added to a component's number, it is a place that no normal number has.
constexpr double named_component = 100.0;

std::span<const double> span_of(const Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

}  // namespace

MixtureFamily::MixtureFamily(Index dimension, Index components) : Family(dimension) {
  if (components < 1)
    throw UsageError("components: expected 1 or more, found " + std::to_string(components));
  weights_.resize(components);
  parts_.resize(components);
  MixtureFamily::set(Vector::Zero(MixtureFamily::parameters()));
}

std::string MixtureFamily::parameter_name(Index parameter) const {
  if (parameter < components()) return "weight " + std::to_string(parameter + 1);
  const Index place = parameter - components(), all = components() * dimension();
  return (place < all ? "mean " : "log sd ") + std::to_string(place % dimension() + 1) +
         " of component " + std::to_string(place % all / dimension() + 1);
}

Vector MixtureFamily::combined(const ConstVectorRef& weights, const ConstMatrixRef& means,
                               const ConstMatrixRef& sds) const {
  Vector parameters(this->parameters());
  parameters << weights.array().log().matrix(), means.reshaped(),
      sds.array().log().matrix().reshaped();
  return parameters;
}

Vector MixtureFamily::nearest(const ConstVectorRef& mean, const ConstMatrixRef& covariance) const {
  const Index d = dimension(), count = components();
  const Eigen::SelfAdjointEigenSolver<Matrix> axes(covariance);
  const Vector axis = std::sqrt(axes.eigenvalues()(d - 1)) * axes.eigenvectors().col(d - 1);
  const Matrix precision = Eigen::LLT<Matrix>(covariance).solve(Matrix::Identity(d, d));
  const Vector places = count > 1 ? Vector(Vector::LinSpaced(count, -1.0, 1.0)) : Vector::Zero(1);
  return combined(Vector::Constant(count, 1.0 / static_cast<double>(count)),
                  (axis * places.transpose()).colwise() + mean,
                  precision.diagonal().cwiseSqrt().cwiseInverse().replicate(1, count));
}

void MixtureFamily::set(const ConstVectorRef& parameters) {
  const Index d = dimension(), count = components();
  log_weights_ = parameters.head(count);
  log_weights_.array() -= log_sum_exp(span_of(log_weights_));
  weights_ = log_weights_.array().exp();
  means_ = parameters.segment(count, count * d).reshaped(d, count);
  sds_ = parameters.tail(count * d).array().exp().matrix().reshaped(d, count);
  constants_ = log_weights_.array() - 0.5 * static_cast<double>(d) * std::log(2 * std::numbers::pi);
  constants_ -= parameters.tail(count * d).reshaped(d, count).colwise().sum();
}

Index MixtureFamily::component_of(double place) const {
  if (place >= named_component) return static_cast<Index>(place - named_component);
  const double level = 0.5 * std::erfc(-place / std::numbers::sqrt2);
  double reached = weights_(0);
  Index c = 0;
  while (level > reached && c + 1 < components()) reached += weights_(++c);
  return c;
}

void MixtureFamily::draw(const ConstMatrixRef& noise, Eigen::Ref<Matrix> theta) const {
  for (Index k = 0; k < theta.cols(); ++k) {
    const Index c = component_of(noise(dimension(), k));
    theta.col(k) = means_.col(c) + sds_.col(c).cwiseProduct(noise.col(k).head(dimension()));
  }
}

double MixtureFamily::log_sum(const ConstVectorRef& theta) const {
  for (Index c = 0; c < components(); ++c)
    parts_(c) = constants_(c) -
                0.5 * ((theta - means_.col(c)).array() / sds_.col(c).array()).square().sum();
  const double largest = parts_.maxCoeff();
  parts_ = (parts_.array() - largest).exp();
  const double sum = parts_.sum();
  parts_ /= sum;
  return largest + std::log(sum);
}

void MixtureFamily::log_density(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                                Eigen::Ref<Matrix> gradients) const {
  for (Index k = 0; k < theta.cols(); ++k) {
    values(k) = log_sum(theta.col(k));
    gradients.col(k).setZero();
    for (Index c = 0; c < components(); ++c)
      gradients.col(k).array() +=
          parts_(c) * (means_.col(c) - theta.col(k)).array() / sds_.col(c).array().square();
  }
}

void MixtureFamily::add_path(const ConstMatrixRef& noise, const ConstMatrixRef& gradients,
                             Eigen::Ref<Vector> out) const {
  const Index d = dimension(), count = components();
  for (Index k = 0; k < noise.cols(); ++k) {
    const Index c = component_of(noise(d, k));
    out.segment(count + c * d, d) += gradients.col(k);
    out.segment(count + (count + c) * d, d).array() +=
        sds_.col(c).array() * gradients.col(k).array() * noise.col(k).head(d).array();
  }
}

void MixtureFamily::add_score(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                              Eigen::Ref<Vector> out) const {
  const Index d = dimension(), count = components();
  for (Index k = 0; k < theta.cols(); ++k) {
    if (coefficients(k) == 0.0) continue;
    log_sum(theta.col(k));
    for (Index c = 0; c < count; ++c) {
      const double share = coefficients(k) * parts_(c);
      const auto z = (theta.col(k) - means_.col(c)).array() / sds_.col(c).array();
      out(c) += share - coefficients(k) * weights_(c);
      out.segment(count + c * d, d).array() += share * z / sds_.col(c).array();
      out.segment(count + (count + c) * d, d).array() += share * (z.square() - 1.0);
    }
  }
}

void MixtureFamily::stratify(Eigen::Ref<Matrix> noise, Eigen::Ref<Vector> log_shares) const {
  const Index draws = noise.cols(), count = components();
  if (draws < count)
    throw UsageError("draws: expected one or more of each of " + std::to_string(count) +
                     " components, found " + std::to_string(draws));
  for (Index k = 0; k < draws; ++k) {
    const Index c = k % count, own = (draws - c + count - 1) / count;
    noise(dimension(), k) = named_component + static_cast<double>(c);
    log_shares(k) =
        log_weights_(c) + std::log(static_cast<double>(draws) / static_cast<double>(own));
  }
}

void MixtureFamily::add_shares(const ConstVectorRef& coefficients, Eigen::Ref<Vector> out) const {
  for (Index k = 0; k < coefficients.size(); ++k) out(k % components()) += coefficients(k);
  out.head(components()) -= coefficients.sum() * weights_;
}

Matrix MixtureFamily::covariance() const {
  const Matrix centred = means_.colwise() - mean();
  Matrix covariance = centred * weights_.asDiagonal() * centred.transpose();
  covariance.diagonal() += sds_.cwiseAbs2() * weights_;
  return covariance;
}

}  // namespace renyi
