#include <fmt/format.h>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/core/parallel.hpp"

int main() {
  using namespace renyi;
  fmt::print(
      "Each line: the minimum of {} samples of about 0.5 ms (or one call, if longer) for either\n"
      "side, ours and the baseline in turns. {} processors.\n",
      bench::rounds, available_threads());
  bench::Table table;
  bench::bench_machine(table);
  bench::bench_random(table);
  bench::bench_vector_math(table);
  bench::bench_matmul(table);
  bench::bench_bound(table);
  fmt::print("\n{} figures short of their target\n", table.short_of_target());
}
