// Automatic derivatives against the gradient that a person would write with Eigen, of four log
// densities.
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/autodiff/value_and_gradient.hpp"
#include "renyi/core/matrix.hpp"
#include "renyi/core/random.hpp"

namespace renyi::bench {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::span<const double> values(const Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

Vector normals(Index size, std::uint32_t step, double scale) {
  Vector z(size);
  fill_normal({.seed = 1, .purpose = Purpose::data, .step = step}, {},
              std::span<double>(z.data(), static_cast<std::size_t>(size)));
  return scale * z;
}

// Labels y in {0, 1} given features, with a standard normal prior.
struct Logistic {
  Logistic(Index count, Index dimension, bool with_dot)
      : features(count, dimension), labels(count), fused(with_dot) {
    features.reshaped() = normals(count * dimension, 1, 1.0);
    for (Index i = 0; i < count; ++i) labels(i) = features.row(i).sum() > 0.0 ? 1.0 : 0.0;
  }

  template <class T>
  T operator()(std::span<const T> theta) const {
    T log_joint = -0.5 * dot(theta, theta);
    const auto width = theta.size();
    for (Index i = 0; i < features.rows(); ++i) {
      const double* row = features.data() + i * features.cols();
      T logit = 0.0;
      if (fused)
        logit = dot(std::span(row, width), theta);
      else
        for (std::size_t j = 0; j < width; ++j) logit += row[j] * theta[j];
      log_joint += labels(i) * logit - softplus(logit);
    }
    return log_joint;
  }

  double analytic(const Vector& theta, Vector& gradient) {
    logits.noalias() = features * theta;
    double log_joint = -0.5 * theta.squaredNorm();
    for (Index i = 0; i < logits.size(); ++i) {
      const double e = std::exp(-std::abs(logits(i)));
      log_joint += labels(i) * logits(i) - std::max(logits(i), 0.0) - std::log1p(e);
      logits(i) = labels(i) - (logits(i) >= 0.0 ? 1.0 : e) / (1.0 + e);
    }
    gradient.noalias() = features.transpose() * logits;
    gradient -= theta;
    return log_joint;
  }

  Rows features;
  Vector labels;
  bool fused;
  Vector logits = {};
};

// mu, log tau, z_1 .. z_8.
struct EightSchools {
  template <class T>
  T operator()(std::span<const T> theta) const {
    using std::exp, std::log1p;
    const T mu = theta[0], tau = exp(theta[1]);
    T log_joint = theta[1] - log1p(tau * tau / 25.0) - 0.02 * mu * mu;
    for (std::size_t j = 0; j < 8; ++j) {
      const T z = theta[2 + j];
      const T residual = (effects[j] - mu - tau * z) / errors[j];
      log_joint -= 0.5 * (z * z + residual * residual);
    }
    return log_joint;
  }

  double analytic(const Vector& theta, Vector& gradient) const {
    const double mu = theta(0), tau = std::exp(theta(1)), square = tau * tau / 25.0;
    const auto z = theta.segment<8>(2).array();
    const Eigen::Map<const Eigen::Array<double, 8, 1>> y(effects), sd(errors);
    const Eigen::Array<double, 8, 1> residual = (y - mu - tau * z) / sd, scaled = residual / sd;
    gradient(0) = scaled.sum() - 0.04 * mu;
    gradient(1) = 1.0 - 2.0 * square / (1.0 + square) + tau * (scaled * z).sum();
    gradient.segment<8>(2) = scaled * tau - z;
    return theta(1) - std::log1p(square) - 0.02 * mu * mu -
           0.5 * (z.square().sum() + residual.square().sum());
  }

  double effects[8] = {28, 8, -3, 7, -1, 1, 18, 12};
  double errors[8] = {15, 10, 16, 11, 9, 11, 10, 18};
};

// alpha, beta_1 .. beta_5, log sigma; 200 times.
struct Autoregression {
  template <class T>
  T operator()(std::span<const T> theta) const {
    using std::exp;
    const T precision = exp(-theta[6]);
    T log_joint = theta[6] - 0.005 * dot(theta.first(6), theta.first(6));
    for (Index t = 5; t < series.size(); ++t) {
      T mean = theta[0];
      for (Index k = 1; k <= 5; ++k) mean += series(t - k) * theta[static_cast<std::size_t>(k)];
      const T residual = (series(t) - mean) * precision;
      log_joint -= 0.5 * residual * residual + theta[6];
    }
    return log_joint;
  }

  double analytic(const Vector& theta, Vector& gradient) {
    const Index count = series.size() - 5;
    const double precision = std::exp(-theta(6));
    residuals = series.tail(count).array() - theta(0);
    for (Index k = 1; k <= 5; ++k) residuals -= theta(k) * series.segment(5 - k, count);
    const double squares = precision * precision * residuals.squaredNorm();
    gradient.head<6>() = -0.01 * theta.head<6>();
    gradient(0) += precision * precision * residuals.sum();
    for (Index k = 1; k <= 5; ++k)
      gradient(k) += precision * precision * residuals.dot(series.segment(5 - k, count));
    gradient(6) = 1.0 + squares - static_cast<double>(count);
    return theta(6) * (1.0 - static_cast<double>(count)) - 0.5 * squares -
           0.005 * theta.head<6>().squaredNorm();
  }

  Vector series = normals(200, 2, 1.0);
  Vector residuals = {};
};

template <class Model>
void bench_model(Table& table, const std::string& name, Model model, Index dimension,
                 double target) {
  const Vector theta = normals(dimension, 3, 0.1);
  Vector ours(dimension), theirs(dimension);
  const auto function = [&](auto x) { return model(x); };
  const std::span<double> slopes(ours.data(), static_cast<std::size_t>(dimension));
  const auto automatic = [&] { return value_and_gradient(function, values(theta), slopes); };
  const double difference = std::abs(automatic() - model.analytic(theta, theirs));
  if (difference > 1e-9 || (ours - theirs).cwiseAbs().maxCoeff() > 1e-9) {
    table.void_line(name, "", "", "the two gradients differ");
    return;
  }
  const auto time =
      compare([&] { keep(automatic()); }, [&] { keep(model.analytic(theta, theirs)); });
  table.line(name, fmt::format("{:.2f} us", 1e6 * time.ours),
             fmt::format("{:.2f} us", 1e6 * time.baseline), time.ours / time.baseline,
             Goal::at_most, target);
  if (dimension > autodiff::MoreArguments::size) return;
  const auto tape = compare([&] { keep(autodiff::tape_gradient(function, values(theta), slopes)); },
                            [&] { keep(model.analytic(theta, theirs)); });
  table.fact(name + ", by the tape",
             fmt::format("{:.2f} us, {:.1f}x", 1e6 * tape.ours, tape.ours / tape.baseline));
}

}  // namespace

void bench_autodiff(Table& table) {
  table.section("Automatic gradients of log densities against analytic ones in Eigen");
  bench_model(table, "logistic, 1000 rows of 20", Logistic(1000, 20, false), 20, 5.0);
  bench_model(table, "the same with dot()", Logistic(1000, 20, true), 20, 3.0);
  bench_model(table, "logistic, 1000 rows of 500", Logistic(1000, 500, false), 500, 14.0);
  bench_model(table, "the same with dot()", Logistic(1000, 500, true), 500, 4.5);
  bench_model(table, "eight schools", EightSchools(), 10, 4.0);
  bench_model(table, "autoregression, 5 of 200", Autoregression(), 7, 8.0);
}

}  // namespace renyi::bench
