#include "renyi/inference/tail_probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>

#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

constexpr std::array<double, 6> scales = {2.0, 4.0, 8.0, 16.0, 32.0, 64.0};
constexpr Index most_coordinates = 64, fewest_draws = 50, most_draws = 400, draws_a_time = 64;
constexpr double largest_mass = 0.02;

// q stretched along one coordinate i by s: theta + (s - 1) (theta_i - mean_i) v, where v is how the
// others follow it, cov(theta, theta_i) / var(theta_i). Its determinant is s, its inverse the same
// with 1 / s.
class Stretch {
 public:
  Stretch(const ConstMatrixRef& theta, const Trust& trust, Index coordinate)
      : coordinate_(coordinate), mean_(trust.mean(coordinate)), sd_(trust.sd(coordinate)) {
    const Matrix from_mean = theta.colwise() - trust.mean;
    direction_ = from_mean * from_mean.row(coordinate).transpose() /
                 (static_cast<double>(theta.cols()) * sd_ * sd_);
    direction_(coordinate) = 1.0;
  }
  double place(const ConstVectorRef& theta) const { return (theta(coordinate_) - mean_) / sd_; }
  Vector by(double scale, const ConstVectorRef& theta) const {
    return theta + (scale - 1.0) * (theta(coordinate_) - mean_) * direction_;
  }

 private:
  Index coordinate_;
  double mean_, sd_;
  Vector direction_;
};

// Of a point: 1, its place and its place squared.
using Moments = Eigen::Array3d;
Moments moments_at(double place) { return {1.0, place, place * place}; }

class Probe {
 public:
  Probe(const Density& density, const Family& family, const AffineMap& map,
        const ConstMatrixRef& theta, const Trust& trust, ThreadPool* pool)
      : density_(density), family_(family), map_(map), theta_(theta), trust_(trust), pool_(pool) {}

  CoordinateTail tail_of(Index coordinate, Index draws) const;

 private:
  // log q of points, and log p.
  Vector log_q(const Matrix& points) const;
  Vector log_p(const Matrix& points) const;

  const Density& density_;
  const Family& family_;
  const AffineMap& map_;
  ConstMatrixRef theta_;
  const Trust& trust_;
  ThreadPool* pool_;
};

Vector Probe::log_q(const Matrix& points) const {
  Matrix u(points.rows(), points.cols()), unused(points.rows(), points.cols());
  Vector values(points.cols());
  map_.invert(points, u);
  family_.log_density(u, values, unused);
  return values.array() - map_.log_determinant();
}

Vector Probe::log_p(const Matrix& points) const {
  Vector values(points.cols());
  const Partition blocks(points.cols(), draws_a_time);
  const auto some = [&](Index first, Index count) {
    log_joints(density_, points.middleCols(first, count), values.segment(first, count));
  };
  // A density may throw that far out: those points count as 0, and no others.
  const auto one = [&](Index k) {
    try {
      some(k, 1);
    } catch (const std::exception&) {
      values(k) = -infinity;
    }
  };
  const auto block = [&](std::int64_t i) {
    try {
      some(blocks.begin(i), blocks.size(i));
    } catch (const std::exception&) {
      for (Index k = blocks.begin(i); k < blocks.end(i); ++k) one(k);
    }
  };
  if (pool_ != nullptr && !density_.has_threads())
    pool_->for_each(blocks.shards(), block);
  else
    for (std::int64_t i = 0; i < blocks.shards(); ++i) block(i);
  for (double& value : values)
    if (!(value < infinity)) value = -infinity;
  return values;
}

// The tail by importance sampling from the mean of all stretched q, the rest of the posterior by
// the weighted draws of q.
CoordinateTail Probe::tail_of(Index coordinate, Index draws) const {
  const Stretch stretch(theta_, trust_, coordinate);
  std::vector<Vector> moved;
  std::vector<Index> of_draw;
  for (Index k = 0; k < draws; ++k)
    for (const double scale : scales) {
      if (!(scale * std::abs(stretch.place(theta_.col(k))) > tail_begins)) continue;
      moved.push_back(stretch.by(scale, theta_.col(k)));
      of_draw.push_back(k);
    }
  Moments body = Moments::Zero();
  for (Index k = 0; k < theta_.cols(); ++k)
    if (const double place = stretch.place(theta_.col(k)); std::abs(place) <= tail_begins)
      body += trust_.weights(k) * moments_at(place);
  Eigen::Array3Xd of_draws = Eigen::Array3Xd::Zero(3, draws);
  if (!moved.empty()) {
    Matrix points(theta_.rows(), std::ssize(moved)), back(theta_.rows(), std::ssize(moved));
    for (Index j = 0; j < points.cols(); ++j) points.col(j) = moved[static_cast<std::size_t>(j)];
    Matrix log_proposals(std::ssize(scales), points.cols());
    for (Index s = 0; s < std::ssize(scales); ++s) {
      const double scale = scales[static_cast<std::size_t>(s)];
      for (Index j = 0; j < points.cols(); ++j)
        back.col(j) = stretch.by(1.0 / scale, points.col(j));
      log_proposals.row(s) = log_q(back).array().transpose() - std::log(scale);
    }
    // Every draw makes a point of each scale, of which those in the body count nothing.
    const Vector density = log_p(points);
    for (Index j = 0; j < points.cols(); ++j) {
      const double log_weight = density(j) - trust_.log_mean_weight -
                                log_sum_exp(std::span(log_proposals.col(j).data(), scales.size()));
      of_draws.col(of_draw[static_cast<std::size_t>(j)]) +=
          std::exp(log_weight) * moments_at(stretch.place(points.col(j)));
    }
  }
  const Moments tail = of_draws.rowwise().mean();
  const Moments error =
      ((of_draws.colwise() - tail).square().rowwise().mean() / static_cast<double>(draws)).sqrt();
  const double all = body(0) + tail(0);
  const Moments shares = (body + tail) / all;
  const double variance = std::max(0.0, shares(2) - shares(1) * shares(1));
  return {.coordinate = coordinate,
          .mass = tail(0) / all,
          .mass_error = error(0) / all,
          .mean = shares(1),
          .mean_error = error(1) / all,
          .sd = std::sqrt(variance),
          .sd_error = 0.5 * error(2) / all / std::sqrt(std::max(variance, 1e-300))};
}

}  // namespace

std::vector<CoordinateTail> probe_tails(const Density& density, const Family& family,
                                        const AffineMap& map, const ConstMatrixRef& theta,
                                        const Trust& trust, ThreadPool* pool, Leg* leg) {
  const auto change = [&](Index i) {
    return std::abs(std::log(trust.weighted_sd(i) / trust.sd(i)));
  };
  std::vector<Index> coordinates;
  for (Index i = 0; i < theta.rows(); ++i)
    if (std::isfinite(change(i))) coordinates.push_back(i);
  std::stable_sort(coordinates.begin(), coordinates.end(),
                   [&](Index a, Index b) { return change(a) > change(b); });
  coordinates.resize(std::min(coordinates.size(), std::size_t{most_coordinates}));
  const Index points = std::ssize(coordinates) * std::ssize(scales);
  const Index draws =
      std::min(theta.cols(),
               std::clamp(2 * theta.cols() / std::max<Index>(1, points), fewest_draws, most_draws));
  const Probe probe(density, family, map, theta, trust, pool);
  std::vector<CoordinateTail> tails;
  tails.reserve(coordinates.size());
  for (const Index i : coordinates) {
    if (leg != nullptr) leg->pause();
    tails.push_back(probe.tail_of(i, draws));
  }
  return tails;
}

std::optional<Doubt> doubt_of(const std::vector<CoordinateTail>& tails, const Density& density) {
  const auto least = [](double value, double error) {
    return std::max(0.0, std::abs(value) - 2.0 * error);
  };
  std::optional<Doubt> doubt;
  double worst = std::exp(largest_sd_shift);
  for (const CoordinateTail& tail : tails) {
    const std::string name = density.coordinate_name(tail.coordinate);
    if (!(least(tail.mass, tail.mass_error) <= largest_mass))
      return Doubt{Verdict::do_not_trust,
                   fmt::format("about {:.0f} % of the posterior lie more than {:.0f} sds of q out "
                               "along {}, where q has next to no draws",
                               100.0 * tail.mass, tail_begins, name)};
    if (!(least(tail.mean, tail.mean_error) <= largest_mean_shift * tail.sd))
      return Doubt{Verdict::do_not_trust,
                   fmt::format("with the tails where q has next to no draws the mean of {} is "
                               "{:.2f} sd from that of q",
                               name, std::abs(tail.mean) / tail.sd)};
    if (const double sd = tail.sd - 2.0 * tail.sd_error; !(sd <= worst)) {
      worst = sd;
      doubt =
          Doubt{Verdict::mean_only,
                fmt::format("with the tails where q has next to no draws the sd of {} is {:.2f} "
                            "times that of q",
                            name, tail.sd)};
    }
  }
  return doubt;
}

}  // namespace renyi
