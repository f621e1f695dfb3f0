#include "renyi/inference/row_parts.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include "renyi/core/error.hpp"
#include "tests/support/generators.hpp"

namespace renyi::row_parts_test {
namespace {

std::vector<Index> first_rows(Index count) {
  std::vector<Index> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

RC_GTEST_PROP(RowParts, AreAllRowsEachOnce, ()) {
  const std::vector<Index> rows = first_rows(*rc::gen::inRange<Index>(20, 200));
  const RowShares shares{.validate = *testing::number_between(0.0, 0.5),
                         .conformal = *rc::gen::element(0.0, 0.5)};
  const RowParts parts = part_rows(rows, shares, 7);
  std::vector<Index> all = parts.learn;
  all.insert(all.end(), parts.validate.begin(), parts.validate.end());
  all.insert(all.end(), parts.calibrate.begin(), parts.calibrate.end());
  std::sort(all.begin(), all.end());
  RC_ASSERT(all == rows);
  RC_ASSERT(parts.validate.empty() == (shares.validate == 0.0));
  RC_ASSERT(parts.calibrate.empty() == (shares.conformal == 0.0));
}

TEST(RowParts, AFifthCalibratesAndTheShareIsOfTheRest) {
  const RowParts parts = part_rows(first_rows(100), {.validate = 0.25, .conformal = 0.9}, 1);
  EXPECT_EQ(parts.calibrate.size(), 20U);
  EXPECT_EQ(parts.validate.size(), 20U);
  EXPECT_EQ(parts.learn.size(), 60U);
  EXPECT_EQ(part_rows(first_rows(100), {.validate = 0.25, .conformal = 0.9}, 1).learn, parts.learn);
  EXPECT_NE(part_rows(first_rows(100), {.validate = 0.25, .conformal = 0.9}, 2).learn, parts.learn);
  EXPECT_EQ(part_rows(first_rows(100), {}, 1).learn, first_rows(100));
}

TEST(RowParts, RefuseALevelThatTooFewRowsAreFor) {
  try {
    part_rows(first_rows(100), {.conformal = 0.99}, 1);
    FAIL() << "20 rows were calibrated to 99 %";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "conformal: expected a level that 20 rows, a fifth, can be calibrated to, found "
                 "0.99, which takes 99");
  }
}

}  // namespace
}  // namespace renyi::row_parts_test
