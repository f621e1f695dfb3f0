#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "bench/peak.hpp"
#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/inference/bnn_objective.hpp"

namespace renyi::bench {
namespace {

struct NetworkShape {
  const char* name;
  Index inputs;
  std::vector<Index> hidden;
  Index draws, rows;
  double target;
};

// Multiply-adds of the forward pass for one row and one draw; the backward pass takes as many for
// the weights' gradients, and again for the inputs' of all layers but the first.
double useful_flops(const NetworkShape& s) {
  double forward = 0.0, first = 0.0;
  auto in = static_cast<double>(s.inputs);
  for (const Index units : s.hidden) {
    const double products = (in + 1.0) * static_cast<double>(units);
    if (first == 0.0) first = products;
    forward += products;
    in = static_cast<double>(units);
  }
  forward += in + 1.0;
  return 2.0 * (3.0 * forward - first) * static_cast<double>(s.draws * s.rows);
}

// Adam's two moments, as a step of training has them.
struct Adam {
  Vector first, second;
  void step(const Vector& gradient, Vector& parameters) {
    first = 0.9 * first + 0.1 * gradient;
    second.array() = 0.999 * second.array() + 0.001 * gradient.array().square();
    parameters.array() += 1e-6 * first.array() / (second.array().sqrt() + 1e-8);
  }
};

void bench_shape(Table& table, const NetworkShape& shape, ThreadPool* pool) {
  BnnSpec model;
  model.network = {.inputs = shape.inputs, .hidden = shape.hidden, .outputs = 1};
  constexpr Index all_rows = 455;
  Matrix inputs(all_rows, shape.inputs);
  Vector targets(all_rows);
  fill_normal({.seed = 1}, {}, inputs);
  fill_normal({.seed = 2}, {}, std::span(targets.data(), static_cast<std::size_t>(all_rows)));
  BnnObjective<float> objective(model, inputs, targets, pool);
  Vector parameters = objective.start(1);
  Vector gradient(parameters.size());
  Adam adam{Vector::Zero(parameters.size()), Vector::Zero(parameters.size())};
  std::vector<Index> rows(static_cast<std::size_t>(shape.rows));
  std::iota(rows.begin(), rows.end(), 0);
  Matrix log_weights;
  Bound bound;
  GradientCoefficients coefficients;
  std::uint32_t step = 0;
  const auto time = compare(
      [&] {
        objective.draw(parameters, rows, shape.draws, {1, Purpose::draws, step++}, log_weights);
        renyi_bound(Alpha(0.5), log_weights, bound);
        gradient_coefficients(Estimator::reparameterised, Alpha(0.5), bound, coefficients);
        gradient.setZero();
        objective.pull_back(parameters, coefficients, gradient);
        adam.step(gradient, parameters);
        keep(parameters.data());
      },
      [&] { run_fma(); });
  const double peak = run_fma() / time.baseline;
  const auto weights = static_cast<double>((parameters.size() - 1) / 2);
  const double normals = weights * static_cast<double>(shape.draws);
  const double limit = (useful_flops(shape) + 120.0 * normals) / peak;
  table.line(shape.name, fmt::format("{:.0f} us", 1e6 * time.ours),
             fmt::format("{:.0f} us", 1e6 * limit), time.ours / limit, Goal::at_most, shape.target);
}

}  // namespace

void bench_bnn(Table& table) {
  const NetworkShape shapes[] = {{"D=13 H=50 K=100 M=32", 13, {50}, 100, 32, 1.8},
                          {"D=90 H=100 K=10 M=32", 90, {100}, 10, 32, 1.8},
                          {"D=13 H=50,50 K=100 M=32", 13, {50, 50}, 100, 32, 2.0},
                          {"D=13 H=50,50,50 K=100 M=32", 13, {50, 50, 50}, 100, 32, 2.0}};
  table.section(
      "A training step of a Bayesian network, one core, against flops and 120 a normal at the "
      "peak");
  for (const NetworkShape& shape : shapes) bench_shape(table, shape, nullptr);
}

}  // namespace renyi::bench
