#include "renyi/inference/gradient_sum.hpp"

#include <gtest/gtest.h>

namespace renyi::gradient_sum_test {
namespace {

Vector some(double first) { return Vector::LinSpaced(5, first, first + 4.0); }

TEST(GradientSum, IsNothingAtTheStart) {
  GradientSum<double> sum;
  sum.start(5);
  EXPECT_EQ(sum.size(), 5);
  double memory[5] = {1.0, 1.0, 1.0, 1.0, 1.0};
  EXPECT_EQ(Vector::Map(sum.sum(0, 5, memory), 5), Vector::Zero(5));
  EXPECT_EQ(sum.collect(), Vector::Zero(5));
}

TEST(GradientSum, OfOneArrayIsThatArray) {
  GradientSum<double> sum;
  sum.start(5);
  const Vector one = some(1.0);
  sum.add(one.data());
  EXPECT_EQ(sum.sum(2, 3, nullptr), one.data() + 2);
  sum.start(5);
  sum.own()(3) = 7.0;
  EXPECT_EQ(sum.sum(3, 2, nullptr), sum.own().data() + 3);
}

// 1 is lost beside 2^53, unless the other large number has come before it.
TEST(GradientSum, AddsInOrderWithItsOwnFirst) {
  const Vector large = Vector::Constant(5, 0x1p53), one = Vector::Ones(5), opposite = -large;
  const auto total = [&](const std::vector<const Vector*>& parts, bool collected) {
    GradientSum<double> sum;
    sum.start(5);
    for (const Vector* part : parts) sum.add(part->data());
    sum.own() = large;
    Vector memory(2);
    return collected ? sum.collect()(4) : sum.sum(3, 2, memory.data())[1];
  };
  for (const bool collected : {false, true}) {
    EXPECT_EQ(total({&one, &opposite}, collected), 0.0);
    EXPECT_EQ(total({&opposite, &one}, collected), 1.0);
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

}  // namespace
}  // namespace renyi::gradient_sum_test
