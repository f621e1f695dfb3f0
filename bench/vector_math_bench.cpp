#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/core/random.hpp"
#include "renyi/core/vector_math.hpp"

namespace renyi::bench {
namespace {

constexpr std::size_t n = 4096;  // within the first cache, as a tile of activations is

// ours(x, out) over spans against one(x_i) in a loop.
template <class Ours, class One>
void bench_function(Table& table, const std::string& name, const std::vector<float>& x,
                    double target, Ours ours, One one) {
  std::vector<float> out(n), second(n), other(n), other_second(n);
  const auto time = compare(
      [&] {
        ours(x, out, second);
        keep(out.data());
      },
      [&] {
        for (std::size_t i = 0; i < n; ++i) one(x[i], other[i], other_second[i]);
        keep(other.data());
      });
  const double ns = 1e9 / static_cast<double>(n);
  table.line(name, fmt::format("{:.2f} ns", ns * time.ours),
             fmt::format("{:.2f} ns", ns * time.baseline), time.baseline / time.ours,
             Goal::at_least, target);
}

using In = const std::vector<float>&;
using Out = std::vector<float>&;

}  // namespace

void bench_vector_math(Table& table) {
  table.section("Functions of floats, a number, against the same formula with std functions");
  std::vector<float> x(n), unit(n);
  fill_normal({.seed = 2}, {}, std::span(x));
  for (float& value : x) value *= 3.0f;
  fill_uniform({.seed = 3}, {}, std::span(unit));
  bench_function(
      table, "exp", x, 7.0,
      [](In in, Out out, Out) { kernels::exp(std::span(in), std::span(out)); },
      [](float v, float& out, float&) { out = std::exp(v); });
  bench_function(
      table, "tanh", x, 40.0, [](In in, Out out, Out) { kernels::tanh(in, out); },
      [](float v, float& out, float&) { out = std::tanh(v); });
  bench_function(
      table, "softplus with derivative", x, 10.0,
      [](In in, Out out, Out derivative) { kernels::softplus(in, out, derivative); },
      [](float v, float& out, float& derivative) {
        const float e = std::exp(-std::abs(v));
        out = std::max(v, 0.0f) + std::log1p(e);
        derivative = (v >= 0.0f ? 1.0f : e) / (1.0f + e);
      });
  bench_function(
      table, "sigmoid", x, 7.0, [](In in, Out out, Out) { kernels::sigmoid(in, out); },
      [](float v, float& out, float&) { out = 1.0f / (1.0f + std::exp(-v)); });
  bench_function(
      table, "log1p on [0, 1)", unit, 10.0, [](In in, Out out, Out) { kernels::log1p(in, out); },
      [](float v, float& out, float&) { out = std::log1p(v); });
}

}  // namespace renyi::bench
