#include "renyi/families/flow_family.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>
#include <tuple>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"

namespace renyi {
namespace {

constexpr Index moment_pairs = 256;  // of draws of opposite noise

void require_flow(bool holds, const char* what, Index least, Index found, const char* why) {
  if (!holds)
    throw UsageError(std::string(what) + ": expected " + std::to_string(least) +
                     " or more, found " + std::to_string(found) + why);
}

}  // namespace

FlowFamily::FlowFamily(Index dimension, Index layers, Index hidden)
    : Family(dimension), hidden_(hidden), fixed_(dimension, 2 * moment_pairs) {
  require_flow(dimension >= 2, "coordinates of a flow", 2, dimension,
               "; in one its layers would make a Gaussian, which the full-rank family is");
  require_flow(layers >= 2, "layers", 2, layers, ", as each moves half of the coordinates");
  require_flow(hidden >= 1, "hidden units", 1, hidden, "");
  const Index half = dimension / 2;
  Index parameters = 0;
  for (Index l = 0; l < layers; ++l) {
    layers_.push_back(l % 2 == 0 ? Layer{0, half, half, dimension - half, parameters}
                                 : Layer{half, dimension - half, 0, half, parameters});
    parameters += size_of(layers_.back());
  }
  fill_normal({.seed = 1, .purpose = Purpose::evaluate}, {}, fixed_.leftCols(moment_pairs));
  fixed_.rightCols(moment_pairs) = -fixed_.leftCols(moment_pairs);
  values_ = FlowFamily::nearest(Vector::Zero(dimension), Matrix::Identity(dimension, dimension));
}

Index FlowFamily::size_of(const Layer& layer) const {
  return hidden_ * (layer.kept + 1) + 2 * layer.moved * (hidden_ + 1);
}

template <class Values>
auto FlowFamily::parts_of(const Layer& layer, Values& values) const {
  const Index b1 = layer.at + hidden_ * layer.kept, w2 = b1 + hidden_,
              b2 = w2 + 2 * layer.moved * hidden_;
  return std::tuple(
      values.segment(layer.at, hidden_ * layer.kept).reshaped(hidden_, layer.kept),
      values.segment(b1, hidden_),
      values.segment(w2, 2 * layer.moved * hidden_).reshaped(2 * layer.moved, hidden_),
      values.segment(b2, 2 * layer.moved));
}

std::string FlowFamily::parameter_name(Index parameter) const {
  std::size_t l = layers_.size() - 1;
  while (layers_[l].at > parameter) --l;
  const Layer& layer = layers_[l];
  const Index place = parameter - layer.at, w1 = hidden_ * layer.kept, w2 = w1 + hidden_,
              b2 = w2 + 2 * layer.moved * hidden_;
  const char* part = place < w1   ? "weight in "
                     : place < w2 ? "bias in "
                     : place < b2 ? "weight out "
                                  : "bias out ";
  const Index begin = place < w1 ? 0 : place < w2 ? w1 : place < b2 ? w2 : b2;
  return "layer " + std::to_string(l + 1) + " " + part + std::to_string(place - begin + 1);
}

Vector FlowFamily::nearest(const ConstVectorRef& mean, const ConstMatrixRef& covariance) const {
  const Index d = dimension();
  const Matrix precision = Eigen::LLT<Matrix>(covariance).solve(Matrix::Identity(d, d));
  Index size = 0;
  for (const Layer& layer : layers_) size += size_of(layer);
  Vector parameters(size);
  fill_normal({.seed = 1, .purpose = Purpose::start}, {},
              std::span(parameters.data(), static_cast<std::size_t>(size)));
  for (const Layer& layer : layers_) {
    auto [w1, b1, w2, b2] = parts_of(layer, parameters);
    w1 /= std::sqrt(static_cast<double>(layer.kept));
    w2.setZero();
    b2.setZero();
    if (&layer < &layers_.back() - 1) continue;
    b2.head(layer.moved) =
        -0.5 * precision.diagonal().segment(layer.moved_at, layer.moved).array().log();
    b2.tail(layer.moved) = mean.segment(layer.moved_at, layer.moved);
  }
  return parameters;
}

void FlowFamily::run(Layer& layer, const ConstMatrixRef& given) const {
  const auto [w1, b1, w2, b2] = parts_of(layer, values_);
  layer.given = given;
  layer.hidden.noalias() = w1 * given;
  layer.hidden = (layer.hidden.colwise() + b1).array().tanh();
  layer.out.noalias() = w2 * layer.hidden / static_cast<double>(hidden_);
  layer.out.colwise() += b2;
  layer.scale = layer.out.topRows(layer.moved).array().exp();
}

void FlowFamily::pull_back(Layer& layer, Eigen::Ref<Matrix> gradients,
                           Eigen::Ref<Vector>* out) const {
  const auto [w1, b1, w2, b2] = parts_of(layer, values_);
  const double share = 1.0 / static_cast<double>(hidden_);
  product_.noalias() = share * w2.transpose() * layer.out;
  product_.array() *= 1.0 - layer.hidden.array().square();
  gradients.middleRows(layer.kept_at, layer.kept).noalias() += w1.transpose() * product_;
  if (out == nullptr) return;
  auto [w1_out, b1_out, w2_out, b2_out] = parts_of(layer, *out);
  w1_out += product_ * layer.given.transpose();
  b1_out += product_.rowwise().sum();
  w2_out += share * layer.out * layer.hidden.transpose();
  b2_out += layer.out.rowwise().sum();
}

void FlowFamily::draw(const ConstMatrixRef& noise, Eigen::Ref<Matrix> theta) const {
  theta = noise;
  for (Layer& layer : layers_) {
    run(layer, theta.middleRows(layer.kept_at, layer.kept));
    auto moved = theta.middleRows(layer.moved_at, layer.moved);
    layer.before = moved;
    moved = moved.cwiseProduct(layer.scale) + layer.out.bottomRows(layer.moved);
  }
}

void FlowFamily::add_path(const ConstMatrixRef& noise, const ConstMatrixRef& gradients,
                          Eigen::Ref<Vector> out) const {
  gradients_.resize(noise.rows(), noise.cols());
  draw(noise, gradients_);  // for what it leaves in the layers
  gradients_ = gradients;
  for (std::size_t l = layers_.size(); l-- > 0;) {
    Layer& layer = layers_[l];
    auto moved = gradients_.middleRows(layer.moved_at, layer.moved);
    layer.out.bottomRows(layer.moved) = moved;
    moved.array() *= layer.scale.array();
    layer.out.topRows(layer.moved) = moved.cwiseProduct(layer.before);
    pull_back(layer, gradients_, &out);
  }
}

// x = (y - t) e^-s, and log q(theta) = log N(noise; 0, I) - sum of all s.
void FlowFamily::density_gradients(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                                   Eigen::Ref<Vector>* out) const {
  gradients_ = theta;
  log_q_.setConstant(theta.cols(),
                     -0.5 * static_cast<double>(dimension()) * std::log(2 * std::numbers::pi));
  for (std::size_t l = layers_.size(); l-- > 0;) {
    Layer& layer = layers_[l];
    run(layer, gradients_.middleRows(layer.kept_at, layer.kept));
    auto moved = gradients_.middleRows(layer.moved_at, layer.moved);
    moved = (moved - layer.out.bottomRows(layer.moved)).cwiseQuotient(layer.scale);
    layer.before = moved;
    log_q_ -= layer.out.topRows(layer.moved).colwise().sum().transpose();
  }
  log_q_ -= 0.5 * gradients_.colwise().squaredNorm().transpose();
  gradients_ *= (-coefficients).asDiagonal();
  for (Layer& layer : layers_) {
    auto moved = gradients_.middleRows(layer.moved_at, layer.moved);
    layer.out.topRows(layer.moved) = -moved.cwiseProduct(layer.before);
    layer.out.topRows(layer.moved).rowwise() -= coefficients.transpose();
    moved.array() /= layer.scale.array();
    layer.out.bottomRows(layer.moved) = -moved;
    pull_back(layer, gradients_, out);
  }
}

void FlowFamily::log_density(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                             Eigen::Ref<Matrix> gradients) const {
  density_gradients(theta, Vector::Ones(theta.cols()), nullptr);
  values = log_q_;
  gradients = gradients_;
}

void FlowFamily::add_score(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                           Eigen::Ref<Vector> out) const {
  density_gradients(theta, coefficients, &out);
}

Vector FlowFamily::mean() const {
  Matrix theta(dimension(), fixed_.cols());
  draw(fixed_, theta);
  return theta.rowwise().mean();
}

Matrix FlowFamily::covariance() const {
  Matrix theta(dimension(), fixed_.cols());
  draw(fixed_, theta);
  theta.colwise() -= Vector(theta.rowwise().mean());
  return theta * theta.transpose() / static_cast<double>(fixed_.cols());
}

}  // namespace renyi
