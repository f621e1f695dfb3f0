// Objectives whose optima are known, shared by the tests of training.
#pragma once

#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "renyi/core/parallel.hpp"
#include "renyi/inference/objective.hpp"

namespace renyi::testing {

inline double half_log_two_pi() { return 0.5 * std::log(2.0 * std::numbers::pi); }

// Target: N(center, precision^-1), normalised, so that the evidence is 0. q: independent normals.
// One bound, no data. Parameters: the means, then the log standard deviations.
class GaussianTarget : public Objective {
 public:
  explicit GaussianTarget(Matrix precision, double center = 0.0)
      : precision_(std::move(precision)),
        center_(Vector::Constant(precision_.rows(), center)),
        log_determinant_(std::log(precision_.determinant())) {}

  Index parameters() const override { return 2 * dimension(); }
  Index rows() const override { return 1; }
  std::string parameter_name(Index parameter) const override {
    return fmt::format("{} {}", parameter < dimension() ? "mean" : "log sd",
                       parameter % dimension() + 1);
  }

  void draw(const Vector& parameters, std::span<const Index> /*rows*/, Index draws,
            const Stream& stream, Matrix& log_weights) override {
    noise_.resize(dimension(), draws);
    points_.resize(dimension(), draws);
    forces_.resize(dimension(), draws);
    fill_normal(stream, {}, Eigen::Ref<Matrix>(noise_));
    points_ = noise_;
    points_.array().colwise() *= parameters.tail(dimension()).array().exp();
    points_.colwise() += parameters.head(dimension()) - center_;
    forces_.noalias() = -precision_.lazyProduct(points_);
    log_weights.resize(draws, 1);
    // The constants of the two normal densities are the same.
    for (Index k = 0; k < draws; ++k)
      log_weights(k, 0) = 0.5 * points_.col(k).dot(forces_.col(k)) + 0.5 * log_determinant_ +
                          0.5 * noise_.col(k).squaredNorm() + parameters.tail(dimension()).sum();
  }

  void pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                 Vector& gradient) override {
    for (Index k = 0; k < noise_.cols(); ++k)
      for (Index i = 0; i < dimension(); ++i) {
        const double sd = std::exp(parameters(dimension() + i));
        const double e = noise_(i, k);
        const double path = coefficients.path(k, 0) * (forces_(i, k) + e / sd);
        const double score = coefficients.score(k, 0);  // of -log q
        gradient(i) += path - score * e / sd;
        gradient(dimension() + i) += path * sd * e + score * (1.0 - e * e);
      }
  }

 private:
  Index dimension() const { return precision_.rows(); }

  Matrix precision_;
  Vector center_;
  double log_determinant_;
  Matrix noise_, points_, forces_;  // dimension x K
};

// Rows x ~ N(h, 1) with h ~ N(theta, 1) of each row's own; q(h|x) = N(slope x + shift, e^(2 s)).
// One bound a row. The best of every order: theta = mean x, q the posterior N((x + theta)/2, 1/2),
// where each bound is log N(x; theta, 2). Parameters: theta (the model's), slope, shift, s.
class LatentShift : public Objective {
 public:
  explicit LatentShift(Vector data) : data_(std::move(data)) {}

  Index parameters() const override { return 4; }
  Index rows() const override { return data_.size(); }
  std::string parameter_name(Index parameter) const override {
    constexpr const char* names[] = {"theta", "slope", "shift", "log sd"};
    return names[parameter];
  }
  double scale() const override { return 1.0 / static_cast<double>(batch_.size()); }

  void draw(const Vector& parameters, std::span<const Index> rows, Index draws,
            const Stream& stream, Matrix& log_weights) override {
    batch_ = rows;
    // Room for the largest batch, so that a short one allocates nothing.
    if (noise_.rows() != draws || noise_.cols() < std::ssize(rows))
      noise_.resize(draws, std::ssize(rows));
    log_weights.resize(draws, std::ssize(rows));
    for (Index b = 0; b < std::ssize(rows); ++b) {
      fill_normal(stream, {.row = static_cast<std::uint64_t>(row(b))},
                  std::span(noise_.col(b).data(), static_cast<std::size_t>(draws)));
      for (Index k = 0; k < draws; ++k) {
        const double x = data_(row(b)), e = noise_(k, b), h = latent(parameters, k, b);
        log_weights(k, b) = -half_log_two_pi() - 0.5 * (x - h) * (x - h) -
                            0.5 * (h - parameters(0)) * (h - parameters(0)) + 0.5 * e * e +
                            parameters(3);
      }
    }
  }

  void pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                 Vector& gradient) override {
    const double sd = std::exp(parameters(3));
    for (Index b = 0; b < std::ssize(batch_); ++b)
      for (Index k = 0; k < noise_.rows(); ++k) {
        const double x = data_(row(b)), e = noise_(k, b), h = latent(parameters, k, b);
        const double path =
            scale() * coefficients.path(k, b) * (x - 2.0 * h + parameters(0) + e / sd);
        const double score = scale() * coefficients.score(k, b);
        gradient(0) += scale() * coefficients.model(k, b) * (h - parameters(0));
        gradient(1) += (path - score * e / sd) * x;
        gradient(2) += path - score * e / sd;
        gradient(3) += path * sd * e + score * (1.0 - e * e);
      }
  }

 private:
  Index row(Index b) const { return batch_[static_cast<std::size_t>(b)]; }
  double latent(const Vector& parameters, Index k, Index b) const {
    return parameters(1) * data_(row(b)) + parameters(2) + std::exp(parameters(3)) * noise_(k, b);
  }

  Vector data_;
  std::span<const Index> batch_;
  Matrix noise_;  // K x M
};

// Rows with a parameter each, log w_kb = -(theta_b + spread e_kb - x_b)^2 / 2, one bound a row, of
// either precision. Goes by blocks of rows, on a pool if there is one; no bit depends on that.
template <class T>
class OwnParameters : public BasicObjective<T> {
 public:
  explicit OwnParameters(Vector data, double spread = 0.5, Index block_rows = 0,
                         ThreadPool* pool = nullptr)
      : data_(std::move(data)), spread_(spread), block_rows_(block_rows), pool_(pool) {}

  Index parameters() const override { return data_.size(); }
  Index rows() const override { return data_.size(); }
  std::string parameter_name(Index parameter) const override {
    return fmt::format("theta {}", parameter + 1);
  }
  void draw(const VectorOf<T>& parameters, std::span<const Index> rows, Index draws,
            const Stream& stream, Matrix& log_weights) override {
    rows_ = rows;
    if (errors_.rows() != draws || errors_.cols() < std::ssize(rows))
      errors_.resize(draws, std::ssize(rows));
    log_weights.resize(draws, std::ssize(rows));
    fill(parameters, 0, stream, log_weights);
  }
  void pull_back(const VectorOf<T>& /*parameters*/, const GradientCoefficients& coefficients,
                 VectorOf<T>& gradient) override {
    add(0, coefficients, gradient);
  }
  void step(const VectorOf<T>& parameters, std::span<const Index> rows, Index draws,
            const Stream& stream, Weigher& weigher, GradientSum<T>& gradient) override {
    if (block_rows_ == 0)
      return BasicObjective<T>::step(parameters, rows, draws, stream, weigher, gradient);
    rows_ = rows;
    errors_.resize(draws, std::ssize(rows));
    const Partition blocks(std::ssize(rows), block_rows_);
    weigher.begin(std::ssize(rows), blocks.shards());
    VectorOf<T>& sum = gradient.own();
    const auto block = [&](std::int64_t b) {
      Matrix log_weights(draws, blocks.size(b));
      fill(parameters, blocks.begin(b), stream, log_weights);
      add(blocks.begin(b), weigher.weigh(b, blocks.begin(b), log_weights), sum);
    };
    if (pool_ != nullptr) return pool_->for_each(blocks.shards(), block);
    for (std::int64_t b = blocks.shards() - 1; b >= 0; --b) block(b);  // in any order
  }

 private:
  Index row(Index b) const { return rows_[static_cast<std::size_t>(b)]; }
  void fill(const VectorOf<T>& parameters, Index first, const Stream& stream, Matrix& log_weights) {
    for (Index b = 0; b < log_weights.cols(); ++b) {
      auto errors = errors_.col(first + b);
      const Index i = row(first + b);
      fill_normal(stream, {.row = static_cast<std::uint64_t>(i)},
                  std::span(errors.data(), static_cast<std::size_t>(errors.size())));
      errors = static_cast<double>(parameters(i)) + spread_ * errors.array() - data_(i);
      log_weights.col(b) = -0.5 * errors.array().square();
    }
  }
  void add(Index first, const GradientCoefficients& coefficients, VectorOf<T>& gradient) {
    for (Index b = 0; b < coefficients.path.cols(); ++b)
      gradient(row(first + b)) -=
          static_cast<T>(coefficients.path.col(b).dot(errors_.col(first + b)));
  }

  Vector data_;
  double spread_;
  Index block_rows_;
  ThreadPool* pool_;
  std::span<const Index> rows_;
  Matrix errors_;  // K x M: theta + spread e - x
};

inline Vector some_data(Index rows) {
  Vector data(rows);
  fill_normal({.seed = 5, .purpose = Purpose::data}, {},
              std::span(data.data(), static_cast<std::size_t>(rows)));
  return (1.5 * data.array() + 0.3).matrix();
}

// Figure 1(a)'s posterior: the best lambda is 1, 5/3, sqrt(5), 3 and 5 at -inf, 0, 0.5, 1 and +inf.
inline Matrix correlated_precision() { return (Matrix(2, 2) << 3.0, -2.0, -2.0, 3.0).finished(); }

}  // namespace renyi::testing
