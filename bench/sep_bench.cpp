#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/core/fma_peak.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"
#include "renyi/core/vector_math.hpp"
#include "renyi/inference/stochastic_ep.hpp"

namespace renyi::bench {
namespace {

constexpr Index rows = 1'000'000, features = 20;

GlmProblem logistic_problem() {
  GlmProblem problem{{GlmFamily::logistic}, Matrix(features, rows), Vector(rows), 1.0};
  fill_normal({.seed = 7}, {}, problem.design);
  problem.design.row(0).setOnes();
  fill_uniform({.seed = 8}, {}, std::span(problem.targets.data(), static_cast<std::size_t>(rows)));
  for (Index i = 0; i < rows; ++i)
    problem.targets(i) =
        problem.targets(i) < sigmoid(0.3 * problem.design.col(i).sum()) ? 1.0 : 0.0;
  return problem;
}

// 20 exponentials a row, in pieces that stay in the first cache.
void exponentials(std::vector<double>& x, std::vector<double>& out) {
  for (Index done = 0; done < 20 * rows; done += std::ssize(x)) {
    kernels::exp(std::span<const double>(x), std::span<double>(out));
    keep(out.data());
  }
}

// What a pass cannot do without: all features read once, as a copy of half of them moves them.
void read_features(const GlmProblem& problem, std::vector<double>& to) {
  std::memcpy(to.data(), problem.design.data(), to.size() * sizeof(double));
  keep(to.data());
}

void bench_pass(Table& table, const char* name, const GlmProblem& problem,
                const SepOptions& options) {
  StochasticEp sep(problem, options);
  for (std::int64_t pass = 0; pass < 3; ++pass) sep.pass(pass);  // to where it is at home
  std::vector<double> x(2048, -0.7), out(2048), half(static_cast<std::size_t>(features * rows / 2));
  // Of full rank: a triangular solve and an update of half a matrix a row, in doubles, whose peak
  // is half of that of floats.
  const bool is_full = options.shape == GaussianShape::full_rank;
  const double operations =
      is_full ? 2.0 * static_cast<double>(rows * features * (2 * features + 3)) : 0.0;
  std::int64_t pass = 3;
  const auto time = compare([&] { sep.pass(pass++); },
                            [&] {
                              exponentials(x, out);
                              if (!is_full) read_features(problem, half);
                              for (double done = 0.0; done < operations;) done += run_fma();
                            });
  const double ns = 1e9 / static_cast<double>(rows);
  table.line(name, fmt::format("{:.0f} ns a row", ns * time.ours),
             fmt::format("{:.0f} ns a row", ns * time.baseline), time.ours / time.baseline,
             Goal::at_most, 2.0);
}

}  // namespace

void bench_sep(Table& table) {
  table.section(
      "A pass of stochastic EP, logistic, 1,000,000 x 20, against its products and 20 exps a row");
  const GlmProblem problem = logistic_problem();
  bench_pass(table, "mean-field, 1 row a step", problem, {.shape = GaussianShape::mean_field});
  bench_pass(table, "full-rank, 256 rows a step", problem,
             {.shape = GaussianShape::full_rank, .batch = 256});
}

}  // namespace renyi::bench
