#include "experiments/theorem_3.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"

namespace renyi::theorem_3_test {
namespace {

using testing::number;
using testing::table;

TEST(Theorem3, TheEnergyLiesBetweenTheBoundAndTheRightSide) {
  const Report report = theorem_3({});
  EXPECT_TRUE(testing::well_formed(report));
  for (const char* name : {"gaussian", "poisson", "bernoulli", "bb_alpha"}) {
    const Table& of = table(report, name);
    const std::size_t shift = of.columns[0] == "model" ? 1 : 0;
    for (std::size_t row = 0; row < of.rows.size(); ++row) {
      const double energy = number(of, row, shift + 2);
      EXPECT_LE(number(of, row, shift + 1), energy + 1e-12) << name;
      for (std::size_t r = 3; r < 7; ++r)
        EXPECT_LE(energy, number(of, row, shift + r) + 1e-12) << name;
      EXPECT_GE(number(of, row, shift + 7), -1e-12);
    }
  }
}

TEST(Theorem3, HasTheCounterexampleOfRegression) {
  const Report report = theorem_3({});
  const Table& of = table(report, "counterexample");
  EXPECT_NEAR(number(of, 0, 2), -2.387, 5e-4);
  EXPECT_NEAR(number(of, 1, 2), -2.487, 5e-4);
  EXPECT_GT(number(of, 0, 2), number(of, 1, 2));
  EXPECT_LT(number(of, 3, 2), number(of, 0, 2));
}

TEST(Theorem3, AllRowsAtOnceIsTheBoundItself) {
  const Report report = theorem_3({.batch = 6});
  for (const auto& row : table(report, "poisson").rows) EXPECT_EQ(row[1], row[2]);
}

TEST(Theorem3, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(theorem_3({.alphas = {}}), UsageError);
  EXPECT_THROW(theorem_3({.alphas = {Alpha(2.0)}}), UsageError);
  EXPECT_THROW(theorem_3({.alphas = {Alpha::vr_max()}}), UsageError);
  EXPECT_THROW(theorem_3({.batch = 7}), UsageError);
}

}  // namespace
}  // namespace renyi::theorem_3_test
