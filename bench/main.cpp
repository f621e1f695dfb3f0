#include <fmt/format.h>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/core/parallel.hpp"

int main() {
  using namespace renyi;
  fmt::print(
      "Each line: ours and the baseline in turns for {:.0f} s, at least {} samples of either, "
      "each\n"
      "sample about 0.5 ms (or one call, if longer); the minima of both. {} processors.\n",
      bench::min_seconds, bench::min_rounds, available_threads());
  bench::Table table;
  bench::bench_machine(table);
  bench::bench_random(table);
  bench::bench_vector_math(table);
  bench::bench_matmul(table);
  bench::bench_bound(table);
  fmt::print("\n{} figures short of their target, {} without a verdict\n", table.short_of_target(),
             table.without_verdict());
}
