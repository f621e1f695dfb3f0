#include <fmt/format.h>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/core/fma_peak.hpp"
#include "renyi/core/matmul.hpp"
#include "renyi/core/random.hpp"

namespace renyi::bench {
namespace {

enum class Kind { forward, weight_gradient, input_gradient };

struct Shape {
  const char* name;
  Kind kind;
  Index m, k, n;
  double one_core, two_cores;  // the shares of the peak aimed at
};

// The products of an auto-encoder's layers, as m x k x n.
constexpr Shape shapes[] = {
    {"5000x20x200", Kind::forward, 5000, 20, 200, 0.80, 0.75},
    {"5000x200x200", Kind::forward, 5000, 200, 200, 0.80, 0.75},
    {"5000x200x1120", Kind::forward, 5000, 200, 1120, 0.80, 0.75},
    {"dW 200x5000x1120", Kind::weight_gradient, 200, 5000, 1120, 0.80, 0.75},
    {"dX 5000x1120x200", Kind::input_gradient, 5000, 1120, 200, 0.80, 0.75},
    {"dX 5000x200x20", Kind::input_gradient, 5000, 200, 20, 0.60, 0.75},
    {"100x784x200", Kind::forward, 100, 784, 200, 0.80, 0.75},
    {"1000x200x784", Kind::forward, 1000, 200, 784, 0.80, 0.75},
};

MatrixF normal(Index rows, Index cols, std::uint64_t seed) {
  MatrixF m(rows, cols);
  fill_normal({.seed = seed}, {}, m);
  return m;
}

// one_core: the peak of one core, against which that of two is checked.
void bench_shape(Table& table, const Shape& s, ThreadPool* pool, double one_core) {
  // Gradients read their operand transposed where training does: X^T dY and dY W^T.
  const bool a_is_transposed = s.kind == Kind::weight_gradient;
  const bool b_is_transposed = s.kind == Kind::input_gradient;
  const MatrixF a_memory = a_is_transposed ? normal(s.k, s.m, 4) : normal(s.m, s.k, 4);
  const MatrixF b_memory = b_is_transposed ? normal(s.n, s.k, 5) : normal(s.k, s.n, 5);
  const MatmulOperand a = a_is_transposed ? transposed(a_memory) : MatmulOperand(a_memory);
  const MatmulOperand b = b_is_transposed ? transposed(b_memory) : MatmulOperand(b_memory);
  MatrixF c(s.m, s.n);
  const double cores = pool == nullptr ? 1.0 : 2.0;
  const double operations =
      2.0 * static_cast<double>(s.m) * static_cast<double>(s.k) * static_cast<double>(s.n);
  const double peak_operations = cores * run_fma();
  const auto time = compare(
      [&] {
        if (pool == nullptr)
          matmul(a, b, c);
        else
          matmul(*pool, a, b, c);
        keep(c.data());
      },
      [&] {
        if (pool == nullptr)
          run_fma();
        else
          pool->for_each(2, [](std::int64_t) { run_fma(); });
      },
      pool == nullptr ? one_thread : two_threads);
  const double rate = 1e-9 * operations / time.ours;
  const double peak = 1e-9 * peak_operations / time.baseline;
  // Two busy cores may have a lower clock than one, but not by so much.
  if (peak < (pool == nullptr ? 0.9 : 0.8) * cores * one_core) {
    table.void_line(s.name, fmt::format("{:.1f} GF/s", rate), fmt::format("{:.1f} GF/s", peak),
                    "other work on the machine");
    return;
  }
  table.line(s.name, fmt::format("{:.1f} GF/s", rate), fmt::format("{:.1f} GF/s", peak),
             rate / peak, Goal::at_least, pool == nullptr ? s.one_core : s.two_cores, true);
}

}  // namespace

void bench_matmul(Table& table) {
  const double operations = run_fma();
  const double one_core = 1e-9 * operations / compare([] { run_fma(); }, [] { run_fma(); }).ours;
  table.section("Matrix multiply, float, one core, against the FMA peak");
  for (const Shape& shape : shapes) bench_shape(table, shape, nullptr, one_core);
  table.section("Matrix multiply, float, shards on two threads, against the FMA peak of two cores");
  ThreadPool pool(2);
  for (const Shape& shape : shapes) bench_shape(table, shape, &pool, one_core);
}

}  // namespace renyi::bench
