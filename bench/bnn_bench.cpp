#include <fmt/format.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/fma_peak.hpp"
#include "renyi/inference/adam.hpp"
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

// A fit that can be asked for one step after another.
class Fit {
 public:
  Fit(const NetworkShape& shape, ThreadPool* pool)
      : draws_(shape.draws),
        data_(shape.inputs),
        objective_(model_of(shape), data_.inputs, data_.targets, pool),
        parameters_(objective_.start(1)),
        next_(parameters_.size()),
        gradient_(parameters_.size()),
        adam_(adam_start(parameters_.size())),
        rows_(static_cast<std::size_t>(shape.rows)) {
    std::iota(rows_.begin(), rows_.end(), 0);
  }

  void step() {
    objective_.draw(parameters_, rows_, draws_, {1, Purpose::draws, step_++}, log_weights_);
    renyi_bound(Alpha(0.5), log_weights_, bound_);
    gradient_coefficients(Estimator::reparameterised, Alpha(0.5), bound_, coefficients_);
    gradient_.setZero();
    objective_.pull_back(parameters_, coefficients_, gradient_);
    adam_step({}, 1e-6, gradient_, adam_, parameters_, next_);
    parameters_.swap(next_);
    keep(parameters_.data());
  }

  Index weights() const { return (parameters_.size() - 1) / 2; }

 private:
  static BnnSpec model_of(const NetworkShape& shape) {
    BnnSpec model;
    model.network = {.inputs = shape.inputs, .hidden = shape.hidden, .outputs = 1};
    return model;
  }
  struct Data {
    Matrix inputs;
    Vector targets;
    explicit Data(Index columns) : inputs(455, columns), targets(455) {
      fill_normal({.seed = 1}, {}, inputs);
      fill_normal({.seed = 2}, {},
                  std::span(targets.data(), static_cast<std::size_t>(targets.size())));
    }
  };

  Index draws_;
  Data data_;
  BnnObjective<float> objective_;
  Vector parameters_, next_, gradient_;
  AdamState adam_;
  std::vector<Index> rows_;
  Matrix log_weights_;
  Bound bound_;
  GradientCoefficients coefficients_;
  std::uint32_t step_ = 0;
};

std::string microseconds(double seconds) { return fmt::format("{:.0f} us", 1e6 * seconds); }

void bench_step(Table& table, const NetworkShape& shape) {
  Fit fit(shape, nullptr);
  const auto time = compare([&] { fit.step(); }, [] { run_fma(); });
  const double peak = run_fma() / time.baseline;
  const double normals = static_cast<double>(fit.weights() * shape.draws);
  const double limit = (useful_flops(shape) + 120.0 * normals) / peak;
  table.line(shape.name, microseconds(time.ours), microseconds(limit), time.ours / limit,
             Goal::at_most, shape.target);
}

// How many times the steps of one thread two threads take, or, where two cores are not to be had,
// why that cannot be said.
void speedup(Table& table, const char* name, ThreadPool& pool, Times time, double steps,
             double target) {
  const auto peaks =
      compare([&] { pool.for_each(2, [](std::int64_t) { run_fma(); }); }, [] { run_fma(); });
  if (2.0 * peaks.baseline < 1.8 * peaks.ours)
    table.void_line(
        name, microseconds(time.ours), microseconds(time.baseline),
        fmt::format("two cores are {:.2f} of one here", 2.0 * peaks.baseline / peaks.ours));
  else
    table.line(name, microseconds(time.ours), microseconds(time.baseline),
               steps * time.baseline / time.ours, Goal::at_least, target);
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
  for (const NetworkShape& shape : shapes) bench_step(table, shape);

  ThreadPool pool(2);
  table.section("The same step on two threads, against one");
  for (const NetworkShape& shape : shapes) {
    Fit shared(shape, &pool), alone(shape, nullptr);
    speedup(table, shape.name, pool,
            compare([&] { shared.step(); }, [&] { alone.step(); }, two_threads), 1.0, 1.4);
  }
  table.section("Twenty steps of two fits side by side, against one alone");
  for (const NetworkShape& shape : shapes) {
    Fit fits[] = {{shape, nullptr}, {shape, nullptr}};
    Fit alone(shape, nullptr);
    const auto steps = [](Fit& fit) {  // fits of a sweep do not wait for each other at every step
      for (int i = 0; i < 20; ++i) fit.step();
    };
    speedup(table, shape.name, pool,
            compare([&] { pool.for_each(2, [&](std::int64_t i) { steps(fits[i]); }); },
                    [&] { steps(alone); }, two_threads),
            2.0, 1.85);
  }
}

}  // namespace renyi::bench
