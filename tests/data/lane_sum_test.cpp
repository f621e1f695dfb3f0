#include "renyi/data/lane_sum.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "renyi/core/matrix.hpp"
#include "tests/support/generators.hpp"

namespace renyi::lane_sum_test {
namespace {

LaneSum sum_of(const Vector& terms) {
  LaneSum sum;
  for (const double term : terms) sum.add(term);
  return sum;
}

TEST(LaneSum, OfNoneIsZeroAndOfOneThatOne) {
  EXPECT_EQ(LaneSum().value(), 0.0);
  EXPECT_EQ(sum_of(Vector::Constant(1, 0.1)).value(), 0.1);
}

// Four sums: 0.1 + 1e16 in one of them, which loses the digits, and the others beside it.
TEST(LaneSum, AddsEveryFourthTerm) {
  const Vector terms{{0.1, 1.0, 2.0, 3.0, 1e16, 1.0, 2.0, 3.0}};
  EXPECT_EQ(sum_of(terms).value(), ((0.1 + 1e16) + 4.0) + (2.0 + 6.0));
  EXPECT_EQ(sum_of(Vector{{1.0, 2.0, 6.0}}).mean(), 3.0);
}

#if defined(__x86_64__) && !defined(__AVX__)
// Two doubles at a time are Eigen's order too, so that no result of an earlier version has changed.
RC_GTEST_PROP(LaneSum, IsTheSumOfAnExpression, ()) {
  Vector terms(*rc::gen::inRange<Index>(1, 40));
  for (double& term : terms) term = *testing::number_between(-1.0, 1.0);
  RC_ASSERT(sum_of(terms / 3.0).value() == (terms / 3.0).sum());
  RC_ASSERT(sum_of(terms / 3.0).mean() == (terms / 3.0).mean());
}
#endif

}  // namespace
}  // namespace renyi::lane_sum_test
