#include "renyi/core/parallel.hpp"

#include <sched.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/core/subnormals.hpp"

namespace renyi {
namespace {

// The loop that this thread is inside of, if any: a nested loop runs inline.
constinit thread_local bool inside_shard = false;

// A short wait without sleeping: waking a sleeping thread costs more than a small shard.
constexpr int spins_before_sleep = 4000;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

int available_threads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0)
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return std::max(1, CPU_COUNT(&set));
}

Partition::Partition(std::int64_t items, std::int64_t shard_size)
    : items_(items), size_(shard_size) {
  if (items < 0 || shard_size < 1)
    throw UsageError("partition: " + std::to_string(items) + " items in shards of " +
                     std::to_string(shard_size));
  shards_ = (items + shard_size - 1) / shard_size;
}
Partition Partition::even(std::int64_t items, std::int64_t shards) {
  if (items < 0 || shards < 1)
    throw UsageError("partition: " + std::to_string(items) + " items in " + std::to_string(shards) +
                     " shards");
  Partition parts(items, 1);
  parts.size_ = items / shards;
  parts.shards_ = shards;
  parts.larger_ = items % shards;
  return parts;
}

struct ThreadPool::State {
  std::vector<std::thread> workers;
  std::mutex one_loop;  // held by the caller of a loop throughout

  // The loop at hand: written before `open` is set, stable until it is cleared and `inside` is 0.
  Shard shard = nullptr;
  void* context = nullptr;
  std::int64_t shards = 0;
  FloatMode mode = FloatMode::current();

  std::atomic<std::int64_t> next{0};         // the next shard that nobody has taken
  std::atomic<std::uint64_t> generation{0};  // rises with every loop, and to stop
  std::atomic<bool> open{false};             // the fields above are a loop that may be joined
  std::atomic<int> inside{0};                // workers that have looked at `open` and not left
  std::atomic<bool> stop{false};

  std::mutex sleep;  // for the two conditions below
  std::condition_variable wake, done;

  std::mutex failing;
  std::exception_ptr failure;
  std::int64_t failed_shard = 0;

  void work() {
    inside_shard = true;
    for (;;) {
      const std::int64_t s = next.fetch_add(1, std::memory_order_relaxed);
      if (s >= shards) break;
      try {
        shard(context, s);
      } catch (...) {
        const std::lock_guard lock(failing);
        if (!failure || s < failed_shard) {
          failure = std::current_exception();
          failed_shard = s;
        }
      }
    }
    inside_shard = false;
  }

  void worker() {
    std::uint64_t seen = 0;
    for (;;) {
      for (int spin = 0; spin < spins_before_sleep && generation.load() == seen; ++spin) pause();
      if (generation.load() == seen) {
        std::unique_lock lock(sleep);
        wake.wait(lock, [&] { return generation.load() != seen; });
      }
      seen = generation.load();
      if (stop.load()) return;
      // First inside, then the look: the caller first closes, then looks who is inside. So either
      // this worker finds the loop closed or the caller waits for it.
      inside.fetch_add(1);
      if (open.load()) {
        mode.apply();
        work();
      }
      if (inside.fetch_sub(1) == 1) {
        const std::lock_guard lock(sleep);
        done.notify_one();
      }
    }
  }

  void start_generation() {
    {
      // Under the lock, so that no worker falls asleep between its check and the notification.
      const std::lock_guard lock(sleep);
      generation.fetch_add(1);
    }
    wake.notify_all();
  }

  // All shards are taken: waits for those who took one, not for those who never woke.
  void close() {
    open.store(false);
    for (int spin = 0; spin < spins_before_sleep && inside.load() != 0; ++spin) pause();
    if (inside.load() == 0) return;
    std::unique_lock lock(sleep);
    done.wait(lock, [&] { return inside.load() == 0; });
  }
};

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>()) {
  if (threads < 1)
    throw UsageError("thread pool: expected at least 1 thread, found " + std::to_string(threads));
  State* state = state_.get();
  for (int i = 1; i < threads; ++i) state->workers.emplace_back([state] { state->worker(); });
}

ThreadPool::~ThreadPool() {
  state_->stop.store(true);
  state_->start_generation();
  for (std::thread& worker : state_->workers) worker.join();
}

int ThreadPool::threads() const { return static_cast<int>(state_->workers.size()) + 1; }

void ThreadPool::run(std::int64_t shards, Shard shard, void* context) {
  if (inside_shard) {  // the caller's shard carries any exception on
    for (std::int64_t s = 0; s < shards; ++s) shard(context, s);
    return;
  }
  const std::lock_guard one_loop(state_->one_loop);
  state_->shard = shard;
  state_->context = context;
  state_->shards = shards;
  state_->mode = FloatMode::current();
  state_->next.store(0, std::memory_order_relaxed);
  const bool share = shards > 1 && !state_->workers.empty();
  if (share) {
    state_->open.store(true);
    state_->start_generation();
  }
  state_->work();
  if (share) state_->close();
  if (state_->failure) std::rethrow_exception(std::exchange(state_->failure, nullptr));
}

}  // namespace renyi
