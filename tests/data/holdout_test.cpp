#include "renyi/data/holdout.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/data/table_encoding.hpp"

namespace renyi::holdout_test {
namespace {

RC_GTEST_PROP(Holdout, PartsTheRows, ()) {
  std::vector<Index> rows = all_rows(*rc::gen::inRange<Index>(2, 300));
  std::reverse(rows.begin(), rows.end());
  const double share = 0.01 * *rc::gen::inRange(1, 100);
  const auto expected = std::max(1.0, std::round(share * static_cast<double>(rows.size())));
  RC_PRE(expected < static_cast<double>(rows.size()));
  const Holdout parts = hold_out(rows, share, *rc::gen::arbitrary<std::uint64_t>(), 0);
  RC_ASSERT(static_cast<double>(parts.apart.size()) == expected);
  std::vector<Index> merged(rows.size());
  std::merge(parts.kept.begin(), parts.kept.end(), parts.apart.begin(), parts.apart.end(),
             merged.begin(), std::greater<>());
  RC_ASSERT(merged == rows);
}

TEST(Holdout, IsAFunctionOfSeedAndStep) {
  const std::vector<Index> rows = all_rows(100);
  EXPECT_EQ(hold_out(rows, 0.2, 7, 0).apart, hold_out(rows, 0.2, 7, 0).apart);
  EXPECT_NE(hold_out(rows, 0.2, 7, 0).apart, hold_out(rows, 0.2, 8, 0).apart);
  EXPECT_NE(hold_out(rows, 0.2, 7, 0).apart, hold_out(rows, 0.2, 7, 1).apart);
}

TEST(Holdout, EveryRowIsEquallyLikely) {
  const std::vector<Index> rows = all_rows(10);
  constexpr int repeats = 2000;
  std::vector<int> counts(rows.size(), 0);
  for (int seed = 0; seed < repeats; ++seed)
    for (const Index row : hold_out(rows, 0.3, static_cast<std::uint64_t>(seed), 0).apart)
      ++counts[static_cast<std::size_t>(row)];
  const double error = std::sqrt(0.3 * 0.7 / repeats);
  for (const int count : counts)
    EXPECT_NEAR(static_cast<double>(count) / repeats, 0.3, 4.0 * error);
}

TEST(Holdout, RefusesSharesWithoutRows) {
  EXPECT_THROW(hold_out(all_rows(10), 0.0, 1, 0), UsageError);
  EXPECT_THROW(hold_out(all_rows(10), 1.0, 1, 0), UsageError);
  EXPECT_THROW(hold_out(all_rows(10), 0.99, 1, 0), UsageError);
  EXPECT_THROW(hold_out(all_rows(1), 0.5, 1, 0), UsageError);
}

}  // namespace
}  // namespace renyi::holdout_test
