#include "renyi/bound/divergence/log_gamma.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>

#include "tests/bound/divergence/pairs.hpp"

namespace renyi::divergence::log_gamma_test {
namespace {

using renyi::testing::any_scale;

RC_GTEST_PROP(LogGamma, ChangeIsTheDifferenceOfTwoValues, ()) {
  const Move move = Move::between(any_scale(6.0), any_scale(6.0));
  const Wide from = std::lgamma(move.from);
  const Wide to = std::lgamma(move.to);
  RC_ASSERT(std::abs(log_gamma_change(move) - (to - from)) <=
            1e-16L * (1.0L + std::abs(from) + std::abs(to)));
}

RC_GTEST_PROP(LogGamma, BregmanIsTheChangeLessItsTangent, ()) {
  const Move move = Move::between(any_scale(3.0), any_scale(3.0));
  const Wide tangent = boost::math::digamma(move.from) * move.change;
  const Wide change = std::lgamma(move.to) - std::lgamma(move.from);
  RC_ASSERT(log_gamma_bregman(move) >= 0.0L);
  RC_ASSERT(std::abs(log_gamma_bregman(move) - (change - tangent)) <=
            1e-15L * (1.0L + std::abs(change) + std::abs(tangent)));
}

RC_GTEST_PROP(LogGamma, TinyChangesAreExactToTheLastDigits, ()) {
  const Wide from = any_scale(8.0);
  const Wide h = from * 1e-13L;
  const Move move{from, from + h, h};
  const Wide second = boost::math::trigamma(from) * h * h / 2.0L;
  RC_ASSERT(std::abs(log_gamma_bregman(move) - second) <= 1e-11L * second);
  const Wide first = boost::math::digamma(from) * h;
  RC_ASSERT(std::abs(log_gamma_change(move) - first) <= 1e-15L * std::abs(first) + 2.0L * second);
}

RC_GTEST_PROP(LogGamma, StirlingTailIsWhatStirlingLeavesOut, ()) {
  const Move move = Move::between(20.0L + any_scale(2.0), 20.0L + any_scale(2.0));
  const auto tail = [](Wide a) {
    return std::lgamma(a) -
           ((a - 0.5L) * std::log(a) - a + 0.5L * std::log(2.0L * std::acos(-1.0L)));
  };
  RC_ASSERT(std::abs(stirling_tail_change(move) - (tail(move.to) - tail(move.from))) <= 1e-16L);
  RC_ASSERT(stirling_tail_bregman(move) >= 0.0L);
}

TEST(LogGamma, ChangeByOneIsALogarithm) {
  for (const Wide a : {1e-300L, 0.3L, 5.0L, 1e8L})
    EXPECT_NEAR(static_cast<double>(log_gamma_change({a, a + 1.0L, 1.0L}) / std::log(a)), 1.0,
                1e-15);
}

}  // namespace
}  // namespace renyi::divergence::log_gamma_test
