// Minimum times of two pieces of work, measured in turns so that a slow spell of the machine hits
// both. What is compared with what is left to callers.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace renyi::bench {

// Keeps a result alive without writing it anywhere.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

template <class F>
double seconds(F&& f, int calls) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
}

// How many calls make a sample of about half a millisecond: long against the clock's resolution,
// short enough that many samples escape the machine's other work.
template <class F>
int calls_for_sample(F&& f) {
  f();
  return std::clamp(static_cast<int>(5e-4 / std::max(seconds(f, 3), 1e-9)), 1, 100'000);
}

struct Times {
  double ours, baseline;  // seconds a call
};

// At least so many samples of either side, and so many seconds: on a busy machine few samples of a
// long call run undisturbed, and fewer of two threads, of which both must be.
inline constexpr int min_rounds = 40;
inline constexpr double one_thread = 1.0, two_threads = 4.0;

template <class Ours, class Baseline>
Times compare(Ours&& ours, Baseline&& baseline, double min_seconds = one_thread) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const int our_calls = calls_for_sample(ours), baseline_calls = calls_for_sample(baseline);
  Times best{infinity, infinity};
  double spent = 0.0;
  for (int round = 0; round < min_rounds || spent < min_seconds; ++round) {
    const Times now{seconds(ours, our_calls), seconds(baseline, baseline_calls)};
    best.ours = std::min(best.ours, now.ours);
    best.baseline = std::min(best.baseline, now.baseline);
    spent += now.ours * our_calls + now.baseline * baseline_calls;
  }
  return best;
}

}  // namespace renyi::bench
