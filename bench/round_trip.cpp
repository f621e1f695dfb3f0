#include "bench/round_trip.hpp"

#include <atomic>

#include "bench/timing.hpp"

namespace renyi::bench {

double round_trip(ThreadPool& pool) {
  constexpr int trips = 1000;
  struct Line {
    alignas(64) std::atomic<int> turn{0};
    alignas(64) std::atomic<int> arrived{0};
  } line;
  const auto play = [&](int own, int last) {
    for (int turn = own; turn < last; turn += 2) {
      while (line.turn.load(std::memory_order_acquire) != turn) continue;
      line.turn.store(turn + 1, std::memory_order_release);
    }
  };
  double time = 0.0;
  // Whoever has taken the one shard waits in it, so that the other goes to another thread.
  pool.for_each(2, [&](std::int64_t shard) {
    line.arrived.fetch_add(1);
    while (line.arrived.load() < 2) continue;
    const double spent = seconds([&] { play(static_cast<int>(shard), 2 * trips); }, 1);
    if (shard == 0) time = spent;
  });
  return time / trips;
}

}  // namespace renyi::bench
