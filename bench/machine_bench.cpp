#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "bench/round_trip.hpp"
#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/core/fma_peak.hpp"
#include "renyi/core/parallel.hpp"

namespace renyi::bench {

void bench_machine(Table& table) {
  table.section("This machine");
  ThreadPool pool(2);
  const double operations = run_fma();
  const auto peak =
      compare([] { run_fma(); }, [&] { pool.for_each(2, [](std::int64_t) { run_fma(); }); });
  table.fact("float FMA, one core", fmt::format("{:.1f} GF/s", 1e-9 * operations / peak.ours));
  table.fact("float FMA, two cores", fmt::format("{:.1f} GF/s", 2e-9 * operations / peak.baseline));
  // Copies beyond any cache: bytes read plus bytes written.
  const std::size_t half = std::size_t{64} << 20;
  std::vector<char> from(2 * half, 1), to(2 * half);
  const auto copy = compare([&] { std::memcpy(to.data(), from.data(), 2 * half); },
                            [&] {
                              pool.for_each(2, [&](std::int64_t s) {
                                const std::size_t at = static_cast<std::size_t>(s) * half;
                                std::memcpy(to.data() + at, from.data() + at, half);
                              });
                            });
  const double bytes = 4.0 * static_cast<double>(half);
  table.fact("memory copy, one core", fmt::format("{:.1f} GB/s", 1e-9 * bytes / copy.ours));
  table.fact("memory copy, two cores", fmt::format("{:.1f} GB/s", 1e-9 * bytes / copy.baseline));
  table.fact("a line to a core and back", fmt::format("{:.0f} ns", 1e9 * round_trip(pool)));
}

}  // namespace renyi::bench
