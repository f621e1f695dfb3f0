#include "renyi/bound/pick.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi::pick_test {
namespace {

constexpr Stream stream{.seed = 7, .purpose = Purpose::pick, .step = 3};

// The same column many times over, so that the picks are independent choices from it.
Matrix repeated(const Vector& column, Index times) { return column.replicate(1, times); }

std::vector<Index> picks_of(Alpha alpha, const Matrix& log_weights, std::uint64_t first_row = 0) {
  std::vector<Index> picks(static_cast<std::size_t>(log_weights.cols()));
  pick_draws(renyi_bound(alpha, log_weights), stream, first_row, picks);
  return picks;
}

TEST(PickDraws, ChoosesADrawWithItsCoefficientAsProbability) {
  constexpr Index trials = 100'000;
  const Vector column = (Vector(5) << 0.0, 1.0, -2.0, 0.5, -infinity).finished();
  for (const double alpha : {-1.0, 0.0, 0.5, 1.0 - 1e-9}) {
    const Vector probabilities = renyi_bound(Alpha(alpha), column).coefficients;
    Vector counts = Vector::Zero(column.size());
    for (const Index k : picks_of(Alpha(alpha), repeated(column, trials))) counts(k) += 1.0;
    for (Index k = 0; k < column.size(); ++k) {
      const double expected = trials * probabilities(k);
      const double deviation = std::sqrt(expected * (1.0 - probabilities(k)));
      EXPECT_NEAR(counts(k), expected, 4.0 * deviation) << "alpha " << alpha << " draw " << k;
    }
  }
}

TEST(PickDraws, ChoosesUniformlyAtOne) {
  constexpr Index trials = 100'000;
  const Vector column = (Vector(4) << 0.0, 100.0, -200.0, 5.0).finished();
  Vector counts = Vector::Zero(4);
  for (const Index k : picks_of(Alpha::vi(), repeated(column, trials))) counts(k) += 1.0;
  EXPECT_LE((counts.array() - trials / 4.0).abs().maxCoeff(), 4.0 * std::sqrt(trials * 3.0 / 16.0));
}

// Algorithm 1: argmax at -inf; its mirror image at +inf.
TEST(PickDraws, ChoosesTheExtremeDrawAtInfinity) {
  const Vector column = (Vector(4) << 0.0, 3.0, -1.0, 3.0).finished();
  for (const Index k : picks_of(Alpha::vr_max(), repeated(column, 100))) EXPECT_EQ(k, 1);
  for (const Index k : picks_of(Alpha::vr_min(), repeated(column, 100))) EXPECT_EQ(k, 2);
}

TEST(PickDraws, DependsOnTheRowAndNotOnTheBatchItIsIn) {
  const Matrix log_weights = repeated(Vector::LinSpaced(10, -1.0, 1.0), 64);
  const auto whole = picks_of(Alpha(0.0), log_weights);
  const auto second_half = picks_of(Alpha(0.0), log_weights.leftCols(32), 32);
  EXPECT_TRUE(std::equal(second_half.begin(), second_half.end(), whole.begin() + 32));
}

TEST(PickDraws, RefusesTooFewPlaces) {
  std::vector<Index> picks(2);
  EXPECT_THROW(pick_draws(renyi_bound(Alpha(0.0), Matrix::Zero(3, 4)), stream, 0, picks),
               UsageError);
}

}  // namespace
}  // namespace renyi::pick_test
