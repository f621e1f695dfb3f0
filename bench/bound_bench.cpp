#include <fmt/format.h>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/random.hpp"
#include "renyi/core/vector_math.hpp"

namespace renyi::bench {

void bench_bound(Table& table) {
  table.section("renyi_bound, K = 5000, B = 100, against one vector exp over the same matrix");
  Matrix log_weights(5000, 100);
  fill_normal({.seed = 6}, {}, log_weights);
  log_weights *= 5.0;
  Matrix exponentials(5000, 100);
  const auto all = static_cast<std::size_t>(log_weights.size());
  for (const double order : {-0.5, 0.0, 0.5, 1.0}) {
    Bound bound;
    const Alpha alpha(order);
    const auto time = compare(
        [&] {
          renyi_bound(alpha, log_weights, bound);
          keep(bound.values.data());
        },
        [&] {
          kernels::exp(std::span<const double>(log_weights.data(), all),
                       std::span<double>(exponentials.data(), all));
          keep(exponentials.data());
        });
    table.line("alpha = " + alpha.to_string(), fmt::format("{:.0f} us", 1e6 * time.ours),
               fmt::format("{:.0f} us", 1e6 * time.baseline), time.ours / time.baseline,
               Goal::at_most, 3.0);
  }
}

}  // namespace renyi::bench
