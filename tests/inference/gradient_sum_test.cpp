#include "renyi/inference/gradient_sum.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace renyi::gradient_sum_test {
namespace {

Vector some(double first) { return Vector::LinSpaced(5, first, first + 4.0); }

// The two terms, added.
Vector total(const GradientSum<double>& sum, Index begin, Index count) {
  Vector memory = Vector::Constant(count, 9.0);
  const auto [first, second] = sum.terms(begin, count, memory.data());
  Vector result = Vector::Map(first, count);
  if (second != nullptr) result += Vector::Map(second, count);
  return result;
}

TEST(GradientSum, IsNothingAtTheStart) {
  GradientSum<double> sum;
  sum.start(5);
  EXPECT_EQ(sum.size(), 5);
  EXPECT_EQ(total(sum, 0, 5), Vector::Zero(5));
  EXPECT_EQ(sum.collect(), Vector::Zero(5));
}

TEST(GradientSum, OfOneOrTwoArraysIsTheseArrays) {
  GradientSum<double> sum;
  sum.start(5);
  const Vector one = some(1.0);
  sum.add(one.data());
  EXPECT_EQ(sum.terms(2, 3, nullptr).first, one.data() + 2);
  EXPECT_EQ(sum.terms(2, 3, nullptr).second, nullptr);
  const Vector two = some(2.0);
  sum.add(two.data());
  EXPECT_EQ(sum.terms(2, 3, nullptr).first, one.data() + 2);
  EXPECT_EQ(sum.terms(2, 3, nullptr).second, two.data() + 2);
  sum.start(5);
  sum.own()(3) = 7.0;
  EXPECT_EQ(sum.terms(3, 2, nullptr).first, sum.own().data() + 3);
  EXPECT_EQ(sum.terms(3, 2, nullptr).second, nullptr);
  sum.add(one.data());
  EXPECT_EQ(sum.terms(3, 2, nullptr).first, sum.own().data() + 3);
  EXPECT_EQ(sum.terms(3, 2, nullptr).second, one.data() + 3);
}

// 1 is lost beside 2^53, unless the other large number has come before it.
TEST(GradientSum, AddsInOrderWithItsOwnFirst) {
  const Vector large = Vector::Constant(5, 0x1p53), one = Vector::Ones(5), opposite = -large;
  const auto last = [&](const std::vector<const Vector*>& parts, bool collected) {
    GradientSum<double> sum;
    sum.start(5);
    for (const Vector* part : parts) sum.add(part->data());
    sum.own() = large;
    return collected ? sum.collect()(4) : total(sum, 3, 2)(1);
  };
  for (const bool collected : {false, true}) {
    EXPECT_EQ(last({&one, &opposite}, collected), 0.0);
    EXPECT_EQ(last({&opposite, &one}, collected), 1.0);
    EXPECT_EQ(last({&one, &one, &opposite}, collected), 0.0);
    EXPECT_EQ(last({&opposite, &one, &one}, collected), 2.0);
  }
}

TEST(GradientSum, StartsAnew) {
  GradientSum<float> sum;
  const VectorF one = VectorF::Ones(4);
  sum.start(4);
  sum.own().setConstant(2.0f);
  sum.add(one.data());
  EXPECT_EQ(sum.collect(), VectorF::Constant(4, 3.0f));
  EXPECT_EQ(sum.collect(), VectorF::Constant(4, 3.0f));
  sum.start(4);
  EXPECT_EQ(sum.own(), VectorF::Zero(4));
  sum.start(6);
  EXPECT_EQ(sum.own(), VectorF::Zero(6));
}

TEST(GradientSum, HasOneThatIsWrittenWhole) {
  GradientSum<double> sum;
  sum.start(5);
  double* const written = sum.unused_own();
  ASSERT_NE(written, nullptr);
  EXPECT_EQ(sum.unused_own(), nullptr) << "somebody has it";
  Vector::Map(written, 5) = some(1.0);
  const Vector more = some(2.0);
  sum.add(more.data());
  EXPECT_EQ(total(sum, 0, 5), some(1.0) + more);
  EXPECT_EQ(sum.own(), some(1.0)) << "not emptied again";
  EXPECT_EQ(sum.collect(), some(1.0) + more);
  sum.start(5);
  sum.own();
  EXPECT_EQ(sum.unused_own(), nullptr);
}

// As a trainer does, whose next parameters take the place of the gradient.
TEST(GradientSum, GivesItsMemoryAway) {
  GradientSum<double> sum;
  sum.start(5);
  sum.own() = some(1.0);
  Vector parameters = some(7.0);
  parameters.swap(sum.memory());
  EXPECT_EQ(parameters, some(1.0));
  sum.start(5);
  EXPECT_EQ(total(sum, 0, 5), Vector::Zero(5));
  EXPECT_EQ(sum.own(), Vector::Zero(5)) << "whatever stood there";
}

}  // namespace
}  // namespace renyi::gradient_sum_test
