#include "renyi/core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "renyi/core/error.hpp"

namespace renyi::parallel_test {
namespace {

TEST(Partition, CoversEveryItemOnceWithShardsOfOneSize) {
  for (const std::int64_t items : {0, 1, 6, 7, 8, 100})
    for (const std::int64_t size : {1, 7, 1000}) {
      const Partition partition(items, size);
      std::int64_t next = 0;
      for (std::int64_t s = 0; s < partition.shards(); ++s) {
        EXPECT_EQ(partition.begin(s), next);
        EXPECT_GT(partition.size(s), 0);
        EXPECT_TRUE(partition.size(s) == size || s + 1 == partition.shards());
        next = partition.end(s);
      }
      EXPECT_EQ(next, items);
    }
  EXPECT_THROW(Partition(-1, 3), UsageError);
  EXPECT_THROW(Partition(1, 0), UsageError);
}

TEST(Partition, CoversEveryItemOnceWithShardsOfNearlyOneSize) {
  for (const std::int64_t items : {0, 1, 6, 7, 8, 100})
    for (const std::int64_t shards : {1, 4, 7}) {
      const Partition partition = Partition::even(items, shards);
      EXPECT_EQ(partition.shards(), shards);
      std::int64_t next = 0;
      for (std::int64_t s = 0; s < shards; ++s) {
        EXPECT_EQ(partition.begin(s), next);
        EXPECT_LE(partition.size(s), partition.size(0));
        EXPECT_GE(partition.size(s), partition.size(0) - 1);
        next = partition.end(s);
      }
      EXPECT_EQ(next, items);
    }
  EXPECT_THROW(Partition::even(-1, 3), UsageError);
  EXPECT_THROW(Partition::even(1, 0), UsageError);
}

TEST(ThreadPool, AvailableThreadsAreAtLeastOneAndAtMostTheMachines) {
  EXPECT_GE(available_threads(), 1);
  EXPECT_LE(available_threads(), static_cast<int>(std::thread::hardware_concurrency()));
}

TEST(ThreadPool, RunsEachShardOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (const std::int64_t shards : {0, 1, 2, 5, 100}) {
      std::vector<int> runs(static_cast<std::size_t>(shards));  // each written by one thread
      for (int repeat = 0; repeat < 50; ++repeat)
        pool.for_each(shards, [&](std::int64_t s) { ++runs[static_cast<std::size_t>(s)]; });
      EXPECT_EQ(runs, std::vector<int>(static_cast<std::size_t>(shards), 50));
    }
  }
  EXPECT_THROW(ThreadPool(0), UsageError);
}

TEST(ThreadPool, UsesAllItsThreads) {
  ThreadPool pool(3);
  std::atomic<int> arrived = 0;
  // Three shards that wait for one another end only when three threads run them.
  pool.for_each(3, [&](std::int64_t) {
    ++arrived;
    while (arrived < 3) std::this_thread::yield();
  });
  EXPECT_EQ(arrived, 3);
}

TEST(ThreadPool, ManyShortLoopsNeverMixTheirShards) {
  // Workers that wake late must find either nothing or a whole new loop.
  ThreadPool pool(4);
  for (std::int64_t loop = 0; loop < 20'000; ++loop) {
    const std::int64_t shards = 1 + loop % 5;
    std::atomic<std::int64_t> sum = 0;
    pool.for_each(shards, [&sum, loop](std::int64_t s) { sum += loop + s; });
    ASSERT_EQ(sum, shards * loop + shards * (shards - 1) / 2);
  }
}

TEST(ThreadPool, CarriesTheExceptionOfTheLowestShardAndGoesOn) {
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    std::atomic<int> ran = 0;
    for (int repeat = 0; repeat < 20; ++repeat) try {
        pool.for_each(40, [&](std::int64_t s) {
          ++ran;
          if (s % 10 == 7) throw std::runtime_error(std::to_string(s));
        });
        FAIL() << "no exception arrived";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "7");
      }
    EXPECT_EQ(ran, 20 * 40);
    pool.for_each(3, [&](std::int64_t) { ++ran; });
    EXPECT_EQ(ran, 20 * 40 + 3);
  }
}

TEST(ThreadPool, ALoopInsideAShardRunsOnTheSameThread) {
  ThreadPool pool(2), other(2);
  pool.for_each(4, [&](std::int64_t) {
    const auto self = std::this_thread::get_id();
    std::int64_t next = 0;
    for (ThreadPool* inner : {&pool, &other})
      inner->for_each(5, [&](std::int64_t s) {
        EXPECT_EQ(std::this_thread::get_id(), self);
        EXPECT_EQ(s, next++ % 5);
      });
  });
}

TEST(ThreadPool, SeveralCallersTakeTurns) {
  ThreadPool pool(2);
  std::int64_t total = 0;  // loops exclude one another, so one shard a loop may write it
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i)
    callers.emplace_back([&] {
      for (int repeat = 0; repeat < 100; ++repeat) {
        std::atomic<std::int64_t> sum = 0;
        pool.for_each(10, [&](std::int64_t s) { sum += s; });
        EXPECT_EQ(sum, 45);
        pool.for_each(1, [&](std::int64_t) { ++total; });
      }
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(total, 300);
}

TEST(ThreadPool, SumsAreEqualBitForBitForAnyNumberOfThreads) {
  // Terms of very different size: any other order of summation gives other bits.
  const auto term = [](std::int64_t s) {
    return std::sin(static_cast<double>(s)) * std::pow(10.0, static_cast<double>(s % 30));
  };
  double in_order = 0.0, reversed = 0.0;
  for (std::int64_t s = 0; s < 1000; ++s) in_order += term(s);
  for (std::int64_t s = 1000; s-- > 0;) reversed += term(s);
  ASSERT_NE(in_order, reversed);
  for (const int threads : {1, 2, 3, 5}) {
    ThreadPool pool(threads);
    for (int repeat = 0; repeat < 20; ++repeat) EXPECT_EQ(parallel_sum(pool, 1000, term), in_order);
  }
}

TEST(ThreadPool, ReducesInTheOrderOfTheShards) {
  ThreadPool pool(3);
  const auto text = ordered_reduce(
      pool, 6, std::string("start"), [](std::int64_t s) { return std::to_string(s); },
      [](const std::string& a, const std::string& b) { return a + " " + b; });
  EXPECT_EQ(text, "start 0 1 2 3 4 5");
  EXPECT_EQ(parallel_sum(pool, 0, [](std::int64_t) { return 1.0; }), 0.0);
}

}  // namespace
}  // namespace renyi::parallel_test
