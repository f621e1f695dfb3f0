#include "renyi/inference/minibatches.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi::minibatches_test {
namespace {

std::vector<Index> epoch_of(Minibatches& batches, std::int64_t epoch) {
  std::vector<Index> all;
  for (Index i = 0; i < batches.per_epoch(); ++i) {
    const auto rows = batches.rows(epoch, i);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

RC_GTEST_PROP(Minibatches, VisitEveryRowOnceAnEpoch, ()) {
  const auto rows = *rc::gen::inRange<Index>(1, 2000);
  const auto batch = *rc::gen::inRange<Index>(1, 2500);
  Minibatches batches(rows, batch, *rc::gen::arbitrary<std::uint64_t>());
  auto all = epoch_of(batches, *rc::gen::inRange<std::int64_t>(0, 1000));
  std::sort(all.begin(), all.end());
  RC_ASSERT(std::ssize(all) == rows);
  for (Index i = 0; i < rows; ++i) RC_ASSERT(all[static_cast<std::size_t>(i)] == i);
}

RC_GTEST_PROP(Minibatches, AreFullButForTheLastOfAnEpoch, ()) {
  const auto rows = *rc::gen::inRange<Index>(1, 300);
  const auto batch = *rc::gen::inRange<Index>(1, 300);
  Minibatches batches(rows, batch, 1);
  RC_ASSERT(batches.batch_size() == std::min(rows, batch));
  for (Index i = 0; i + 1 < batches.per_epoch(); ++i)
    RC_ASSERT(std::ssize(batches.rows(0, i)) == batches.batch_size());
  RC_ASSERT(!batches.rows(0, batches.per_epoch() - 1).empty());
}

TEST(Minibatches, AreAFunctionOfSeedAndEpochAlone) {
  Minibatches one(100, 7, 3);
  Minibatches other(100, 7, 3);
  const auto fourth = epoch_of(one, 4);
  EXPECT_NE(fourth, epoch_of(one, 5));
  epoch_of(other, 0);
  EXPECT_EQ(fourth, epoch_of(other, 4));
  EXPECT_EQ(fourth, epoch_of(one, 4));
  Minibatches another_seed(100, 7, 4);
  EXPECT_NE(fourth, epoch_of(another_seed, 4));
  Minibatches another_size(100, 30, 3);
  EXPECT_EQ(fourth, epoch_of(another_size, 4)) << "the order does not depend on the cuts";
}

TEST(Minibatches, PutEveryRowEverywhereEquallyOften) {
  constexpr Index rows = 6;
  constexpr std::int64_t epochs = 60'000;
  Matrix counts = Matrix::Zero(rows, rows);
  Minibatches batches(rows, rows, 9);
  for (std::int64_t epoch = 0; epoch < epochs; ++epoch) {
    const auto order = batches.rows(epoch, 0);
    for (Index i = 0; i < rows; ++i) counts(i, order[static_cast<std::size_t>(i)]) += 1.0;
  }
  const double expected = static_cast<double>(epochs) / rows;
  const double deviation = std::sqrt(expected * (1.0 - 1.0 / rows));
  EXPECT_LT((counts.array() - expected).abs().maxCoeff(), 4.0 * deviation);
}

TEST(Minibatches, RefuseNoRows) {
  EXPECT_THROW(Minibatches(0, 1, 1), UsageError);
  EXPECT_THROW(Minibatches(5, 0, 1), UsageError);
}

}  // namespace
}  // namespace renyi::minibatches_test
