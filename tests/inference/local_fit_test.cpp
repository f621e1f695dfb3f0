#include "renyi/inference/local_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::local_fit_test {
namespace {

TEST(LocalFit, ChangeIsTheLargestOfAnyMoment) {
  const Vector mean{{1.0, 2.0}}, sd{{0.5, 4.0}};
  EXPECT_EQ(moment_change(mean, sd, mean, sd), 0.0);
  EXPECT_DOUBLE_EQ(moment_change(Vector{{1.25, 2.0}}, sd, mean, sd), 0.5);
  EXPECT_DOUBLE_EQ(moment_change(mean, Vector{{0.5, 1.0}}, mean, sd), std::log(4.0));
}

TEST(LocalFit, SdsAreRootsOfTheDiagonal) {
  LocalFit fit;
  fit.covariance = Matrix{{4.0, 1.0}, {1.0, 9.0}};
  EXPECT_EQ(fit.sd(), (Vector{{2.0, 3.0}}));
}

}  // namespace
}  // namespace renyi::local_fit_test
