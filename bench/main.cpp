#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/stolen.hpp"
#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/core/parallel.hpp"

namespace {

struct Subject {
  const char* name;
  void (*run)(renyi::bench::Table& table);
  bool by_name_alone = false;
};
constexpr Subject subjects[] = {{"machine", renyi::bench::bench_machine},
                                {"random", renyi::bench::bench_random},
                                {"vector_math", renyi::bench::bench_vector_math},
                                {"matmul", renyi::bench::bench_matmul},
                                {"bound", renyi::bench::bench_bound},
                                {"autodiff", renyi::bench::bench_autodiff},
                                {"density", renyi::bench::bench_density},
                                {"bnn", renyi::bench::bench_bnn},
                                {"train", renyi::bench::bench_train},
                                {"vae", renyi::bench::bench_vae},
                                {"sweep", renyi::bench::bench_sweep},
                                {"sep", renyi::bench::bench_sep},
                                {"peers", renyi::bench::bench_peers, true}};

}  // namespace

// The subjects named, or all that need nothing else installed.
int main(int argc, char** argv) {
  using namespace renyi;
  const std::vector<std::string> wanted(argv + 1, argv + argc);
  fmt::print(
      "Each line: ours and the baseline in turns for {:.0f} s ({:.0f} s on two threads), at least "
      "{}\n"
      "samples of either, each about 0.5 ms (or one call, if longer); the minima of both. {} "
      "processors.\n",
      bench::one_thread, bench::two_threads, bench::min_rounds, available_threads());
  const bench::StolenTime stolen;
  bench::Table table;
  for (const Subject& subject : subjects)
    if ((wanted.empty() && !subject.by_name_alone) ||
        std::count(wanted.begin(), wanted.end(), subject.name) > 0)
      subject.run(table);
  fmt::print(
      "\n{} figures short of their target, {} without a verdict; stolen by neighbours {:.1f} %\n",
      table.short_of_target(), table.without_verdict(), 100.0 * stolen.share());
}
