// Parallel loops whose results do not depend on the number of threads: work is cut into a fixed
// partition, and what the shards give is combined in the order of the shards. What a shard does is
// left to callers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

namespace renyi {

// The processors that this process may run on (its affinity mask), at least 1.
int available_threads();

// n items in shards of a fixed size, the last one shorter, or in a fixed number of shards whose
// sizes differ by one at most, the larger first: a function of n and that number alone.
class Partition {
 public:
  // Throws UsageError unless items >= 0 and shard_size >= 1.
  Partition(std::int64_t items, std::int64_t shard_size);
  // Throws UsageError unless items >= 0 and shards >= 1.
  static Partition even(std::int64_t items, std::int64_t shards);

  std::int64_t items() const { return items_; }
  std::int64_t shards() const { return shards_; }
  std::int64_t begin(std::int64_t shard) const { return shard * size_ + std::min(shard, larger_); }
  std::int64_t end(std::int64_t shard) const { return std::min(items_, begin(shard + 1)); }
  std::int64_t size(std::int64_t shard) const { return end(shard) - begin(shard); }

 private:
  std::int64_t items_, size_;
  std::int64_t shards_, larger_ = 0;  // so many have one item more
};

// Threads that wait for loops. One loop runs at a time; a loop started from inside a shard runs
// on the thread that started it, one shard after another.
class ThreadPool {
 public:
  // The caller of a loop is one of the threads. Throws UsageError unless threads >= 1.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const;

  // f(shard) for shard = 0 ... shards - 1, each once, in any order, on any thread, in the caller's
  // FloatMode; returns when all are done. Allocates nothing. When shards throw, all others still
  // run, and the exception of the lowest one goes to the caller.
  template <class F>
  void for_each(std::int64_t shards, F&& f) {
    run(
        shards,
        [](void* context, std::int64_t shard) {
          (*static_cast<std::remove_reference_t<F>*>(context))(shard);
        },
        const_cast<void*>(static_cast<const void*>(std::addressof(f))));
  }

 private:
  using Shard = void (*)(void* context, std::int64_t shard);
  void run(std::int64_t shards, Shard shard, void* context);

  struct State;
  std::unique_ptr<State> state_;
};

// fold(... fold(fold(start, f(0)), f(1)) ..., f(shards - 1)), the f's in parallel: equal bit for
// bit for any number of threads. `parts` is scratch space that callers may keep between calls.
template <class T, class F, class Fold>
T ordered_reduce(ThreadPool& pool, std::int64_t shards, T start, F&& f, Fold&& fold,
                 std::vector<T>& parts) {
  static_assert(!std::is_same_v<T, bool>, "neighbouring bits of vector<bool> share memory");
  parts.resize(static_cast<std::size_t>(shards), start);
  pool.for_each(shards, [&](std::int64_t s) { parts[static_cast<std::size_t>(s)] = f(s); });
  for (const T& part : parts) start = fold(start, part);
  return start;
}
template <class T, class F, class Fold>
T ordered_reduce(ThreadPool& pool, std::int64_t shards, T start, F&& f, Fold&& fold) {
  std::vector<T> parts;
  return ordered_reduce(pool, shards, start, f, fold, parts);
}

// f(0) + f(1) + ... + f(shards - 1), summed from the left.
template <class F>
double parallel_sum(ThreadPool& pool, std::int64_t shards, F&& f) {
  return ordered_reduce(pool, shards, 0.0, f, [](double a, double b) { return a + b; });
}

}  // namespace renyi
