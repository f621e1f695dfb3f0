#include "renyi/inference/bnn_exchange.hpp"

#include <gtest/gtest.h>

#include "tests/core/thread_communicator.hpp"

namespace renyi::bnn_exchange_test {
namespace {

using testing::as_processes;

// Seven draws in shards of two, the last of one, or in five shards, of which two have two; the
// number of a draw and a bound in each place.
TEST(BnnExchange, EveryProcessGetsAllLogWeights) {
  Matrix expected(7, 3);
  for (Index k = 0; k < 7; ++k)
    for (Index b = 0; b < 3; ++b) expected(k, b) = static_cast<double>(10 * k + b);
  for (const Partition& draws : {Partition(7, 2), Partition::even(7, 5)})
    for (const int processes : {1, 2, 3, 6})
      as_processes(processes, [&](Communicator& all) {
        Matrix log_weights = Matrix::Constant(7, 3, -1.0);
        const Share own = share_of(draws.shards(), all.rank(), processes);
        for (std::int64_t shard = own.begin; shard < own.end; ++shard)
          for (Index k = draws.begin(shard); k < draws.end(shard); ++k)
            log_weights.row(k) = expected.row(k);
        BnnExchange<float>().share_log_weights(all, draws, log_weights);
        EXPECT_EQ(log_weights, expected);
      });
}

constexpr Index weights = 3;

// Of shard i: the second is empty, the third has noise of its path.
template <class T>
BnnSums<T> sums_of(Index i) {
  BnnSums<T> sums{.empty = i == 1,
                  .score = 0.1 * static_cast<double>(i),
                  .log_variance = -static_cast<double>(i)};
  sums.slopes.assign(weights, static_cast<T>(i + 1));
  sums.noise_products.assign(weights, static_cast<T>(-i));
  if (i == 2) {
    sums.path_noise = {1.0, 2.0, 3.0};
    sums.path_square = {4.0, 5.0, 6.0};
  }
  return sums;
}

TEST(BnnExchange, EveryProcessGetsAllSums) {
  for (const int processes : {1, 2, 3, 5})
    as_processes(processes, [&](Communicator& all) {
      std::vector<BnnShard<double>> shards(4);
      const Share own = share_of(4, all.rank(), processes);
      for (Index i = 0; i < 4; ++i) {
        BnnSums<double>& sums = shards[static_cast<std::size_t>(i)].sums();
        sums.slopes.resize(weights);
        sums.noise_products.resize(weights);
        if (i >= own.begin && i < own.end) sums = sums_of<double>(i);
      }
      BnnExchange<double>().share_sums(all, weights, shards);
      for (Index i = 0; i < 4; ++i) {
        const BnnSums<double>& found = shards[static_cast<std::size_t>(i)].sums();
        const BnnSums<double> expected = sums_of<double>(i);
        EXPECT_EQ(found.empty, expected.empty);
        EXPECT_EQ(found.score, expected.score);
        EXPECT_EQ(found.log_variance, expected.log_variance);
        EXPECT_EQ(found.path_noise, expected.path_noise);
        EXPECT_EQ(found.path_square, expected.path_square);
        if (expected.empty) continue;
        EXPECT_EQ(found.slopes, expected.slopes);
        EXPECT_EQ(found.noise_products, expected.noise_products);
      }
    });
}

}  // namespace
}  // namespace renyi::bnn_exchange_test
