#include "renyi/bound/divergence/tilt.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "tests/bound/divergence/pairs.hpp"

namespace renyi::divergence::tilt_test {
namespace {

using renyi::testing::any_scale;
using renyi::testing::number_between;

Move any_move() { return Move::between(any_scale(2.0), any_scale(2.0)); }
// Orders alpha >= 1/2.
Order any_upper_order() {
  return Order::of(*rc::gen::oneOf(number_between(0.5, 3.0), rc::gen::element(1.0, 1e3)));
}

RC_GTEST_PROP(Tilt, LogGapIsItsFormula, ()) {
  const Move move = any_move();
  const Order order = any_upper_order();
  RC_PRE(order.delta != 0.0L);
  const Wide tilt = tilted(order, move);
  const Wide gap = log_gap(order, move);
  if (tilt <= 0.0L) {
    RC_ASSERT(gap == wide_infinity);
  } else {
    const Wide direct = std::log(tilt / move.from) / order.delta - std::log(move.to / move.from);
    RC_ASSERT(std::abs(gap - direct) <= 1e-12L * (1.0L + std::abs(direct) / std::abs(order.delta)));
    RC_ASSERT(gap >= 0.0L);
  }
}

RC_GTEST_PROP(Tilt, PowerGapIsItsFormulaAndNotPositive, ()) {
  const Move move = any_move();
  const Wide delta = *number_between(-3.0, 0.5);
  RC_PRE(delta != 0.0L);
  const Wide direct =
      (std::pow(move.to / move.from, delta) - 1.0L) / delta - move.relative_change();
  const Wide gap = power_gap(delta, move);
  RC_ASSERT(gap <= 0.0L);
  RC_ASSERT(std::abs(gap - direct) <= 1e-12L * (1.0L + std::abs(direct) / std::abs(delta)));
}

RC_GTEST_PROP(Tilt, GapsOfTinyMovesAreOfSecondOrder, ()) {
  // Both gaps are alpha x^2 / 2 to leading order, which a direct difference would lose.
  const Wide x = *number_between(-1.0, 1.0) * 1e-12;
  const Move move{1.0L, 1.0L + x, x};
  const Order order = any_upper_order();
  const Wide expected = order.alpha * x * x / 2.0L;
  RC_ASSERT(std::abs(log_gap(order, move) - expected) <= 1e-8L * expected);
  RC_ASSERT(std::abs(power_gap(order.delta, move) + expected) <= 1e-8L * expected);
}

RC_GTEST_PROP(Tilt, OrderOneIsTheBregmanDivergenceOfMinusLog, ()) {
  const Move move = any_move();
  RC_ASSERT(log_gap(Order::of(1.0), move) == bregman_log(move));
  RC_ASSERT(std::abs(power_gap(0.0L, move) + bregman_log(move)) <= 1e-15L * bregman_log(move));
}

TEST(Tilt, InfiniteOrderIsFiniteOnlyForMovesDown) {
  const Order order = Order::of(std::numeric_limits<double>::infinity());
  EXPECT_EQ(log_gap(order, Move::between(1.0L, 2.0L)), wide_infinity);
  EXPECT_EQ(log_gap(order, Move::between(2.0L, 1.0L)), std::log(2.0L));
  EXPECT_EQ(log_gap(order, Move::between(2.0L, 2.0L)), 0.0L);
  EXPECT_EQ(power_gap(-wide_infinity, Move::between(1.0L, 3.0L)), -2.0L);
  EXPECT_EQ(power_gap(-wide_infinity, Move::between(3.0L, 1.0L)), -wide_infinity);
  EXPECT_EQ(power_gap(-wide_infinity, Move::between(3.0L, 3.0L)), 0.0L);
}

TEST(Tilt, PowerGapToZeroNeedsNoLogarithmOfZero) {
  EXPECT_EQ(power_gap(0.5L, Move::between(0.5L, 0.0L)), -1.0L);
  EXPECT_EQ(power_gap(0.0L, Move::between(0.5L, 0.0L)), -wide_infinity);
  EXPECT_EQ(power_gap(-1.0L, Move::between(0.5L, 0.0L)), -wide_infinity);
}

}  // namespace
}  // namespace renyi::divergence::tilt_test
