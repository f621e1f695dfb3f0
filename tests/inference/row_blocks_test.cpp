#include "renyi/inference/row_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "renyi/core/error.hpp"
#include "tests/inference/allocations.hpp"

namespace renyi::row_blocks_test {
namespace {

std::vector<Index> pass_of(RowBlocks& rows, std::int64_t pass,
                           std::vector<Index>* sizes = nullptr) {
  std::vector<Index> all;
  rows.start(pass);
  for (auto batch = rows.next(); !batch.empty(); batch = rows.next()) {
    all.insert(all.end(), batch.begin(), batch.end());
    if (sizes) sizes->push_back(std::ssize(batch));
  }
  return all;
}

TEST(RowBlocks, ShowEveryRowOnceAPass) {
  for (const Index count :
       {Index{1}, Index{7}, Index{1000}, RowBlocks::max_blocks + 1, Index{200001}})
    for (const Index batch : {Index{1}, Index{3}, Index{256}}) {
      RowBlocks rows(count, batch, 5);
      std::vector<Index> sizes;
      auto all = pass_of(rows, 2, &sizes);
      for (std::size_t i = 0; i + 1 < sizes.size(); ++i) EXPECT_EQ(sizes[i], rows.batch_size());
      std::sort(all.begin(), all.end());
      ASSERT_EQ(std::ssize(all), count);
      for (Index i = 0; i < count; ++i) ASSERT_EQ(all[static_cast<std::size_t>(i)], i);
    }
}

TEST(RowBlocks, GiveSeveralBatchesAsOneByOne) {
  for (const Index batch : {Index{1}, Index{3}, Index{256}, Index{5000}}) {
    RowBlocks rows(70001, batch, 5);
    const auto expected = pass_of(rows, 1);
    std::vector<Index> all;
    rows.start(1);
    for (auto run = rows.next(7); !run.empty(); run = rows.next(7)) {
      EXPECT_LE(std::ssize(run), rows.batch_size() * std::min<Index>(7, rows.max_run()));
      all.insert(all.end(), run.begin(), run.end());
    }
    EXPECT_EQ(all, expected);
  }
}

TEST(RowBlocks, OrderIsAFunctionOfSeedAndPass) {
  RowBlocks one(500, 10, 5), same(500, 10, 5), other(500, 10, 6);
  const auto first = pass_of(one, 0), second = pass_of(one, 1);
  EXPECT_NE(first, second);
  EXPECT_EQ(pass_of(same, 1), second);
  EXPECT_EQ(pass_of(one, 0), first);
  EXPECT_NE(pass_of(other, 0), first);
}

TEST(RowBlocks, AskForNoMemoryOnTheWay) {
  RowBlocks rows(1000, 16, 5);
  const auto before = testing::allocations();
  rows.start(3);
  while (!rows.next().empty()) {
  }
  EXPECT_EQ(testing::allocations(), before);
}

TEST(RowBlocks, RefuseNoRows) {
  EXPECT_THROW(RowBlocks(0, 1, 1), UsageError);
  EXPECT_THROW(RowBlocks(10, 0, 1), UsageError);
}

}  // namespace
}  // namespace renyi::row_blocks_test
