#include "renyi/bound/surface.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/bound/gaussian_oracle.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"

namespace renyi::surface_test {
namespace {

const std::vector<Alpha> all_alphas{
    Alpha::vr_max(), Alpha(-4.0),     Alpha(-1.0), Alpha::iwae(), Alpha(.5),      Alpha(1 - 1e-9),
    Alpha::vi(),     Alpha(1 + 1e-9), Alpha(2.0),  Alpha(6.0),    Alpha::vr_min()};

Matrix gaussian_log_weights(Index draws, Index columns, double mean, double sd,
                            std::uint64_t seed) {
  Matrix x(draws, columns);
  fill_normal({seed, Purpose::test, 0}, {0, 0}, x);
  return (x.array() * sd + mean).matrix();
}

std::vector<Index> all_sizes(Index draws) {
  std::vector<Index> sizes;
  for (Index k = 1; k <= draws; ++k) sizes.push_back(k);
  return sizes;
}

RC_GTEST_PROP(Surface, RunsFromTheMeanToTheBoundOfAllDraws, ()) {
  const Matrix x = gaussian_log_weights(*rc::gen::inRange<Index>(1, 20), 3, -2.0, 3.0,
                                        *rc::gen::arbitrary<std::uint64_t>());
  const Surface surface = bound_surface(x, all_alphas, all_sizes(x.rows()));
  for (std::size_t a = 0; a < all_alphas.size(); ++a) {
    const double whole = renyi_bound(all_alphas[a], x).values.mean();
    RC_ASSERT(std::abs(surface.at(a, 0).mean - x.mean()) < 1e-12);
    RC_ASSERT(std::abs(surface.at(a, surface.sizes.size() - 1).mean - whole) < 1e-12);
  }
}

// Theorem 2, 1) and 3), which hold for the averages over subsets of any weights.
RC_GTEST_PROP(Surface, IsMonotoneInTheDrawsAndInAlpha, ()) {
  const double sd = *rc::gen::element(1e-3, 1.0, 10.0, 1e4);
  const Matrix x = gaussian_log_weights(*rc::gen::inRange<Index>(2, 20), 2, 0.0, sd,
                                        *rc::gen::arbitrary<std::uint64_t>());
  const Surface surface = bound_surface(x, all_alphas, all_sizes(x.rows()));
  for (std::size_t a = 0; a < all_alphas.size(); ++a)
    for (std::size_t i = 0; i < surface.sizes.size(); ++i) {
      const double here = surface.at(a, i).mean;
      if (i > 0) {
        const double rise = here - surface.at(a, i - 1).mean;
        RC_ASSERT((all_alphas[a] <= Alpha::vi() ? rise : -rise) > -1e-12 * sd);
      }
      if (a > 0) RC_ASSERT(here <= surface.at(a - 1, i).mean + 1e-12 * sd);
    }
}

// 24 cells within 4 standard errors over 2000 independent columns.
TEST(Surface, HasTheOraclesExpectationForGaussianLogWeights) {
  const GaussianLogWeights weights{.mean = -1.0, .sd = std::sqrt(2.0)};
  const Matrix x = gaussian_log_weights(20, 2000, weights.mean, weights.sd, 5);
  const std::vector<Alpha> alphas{Alpha::vr_max(), Alpha(-2.0), Alpha::iwae(),
                                  Alpha(.5),       Alpha(2.0),  Alpha::vr_min()};
  const std::vector<Index> sizes{1, 2, 5, 20};
  const Surface surface = bound_surface(x, alphas, sizes);
  EXPECT_EQ(surface.method, SurfaceMethod::exact);
  for (std::size_t a = 0; a < alphas.size(); ++a)
    for (std::size_t i = 0; i < sizes.size(); ++i)
      EXPECT_NEAR(surface.at(a, i).mean, expected_bound(alphas[a], sizes[i], weights),
                  4 * *surface.at(a, i).standard_error);
}

TEST(Surface, ByPermutationsAgreesWithinItsOwnError) {
  const Matrix x = gaussian_log_weights(60, 5, 0.0, 2.0, 6);
  const std::vector<Index> sizes{1, 4, 25, 60};
  const Surface exact = bound_surface(x, all_alphas, sizes, {.method = SurfaceMethod::exact});
  const Surface random =
      bound_surface(x, all_alphas, sizes, {.method = SurfaceMethod::permutations, .seed = 3});
  for (std::size_t c = 0; c < exact.cells.size(); ++c) {
    EXPECT_FALSE(exact.cells[c].permutation_error);
    EXPECT_NEAR(random.cells[c].mean, exact.cells[c].mean,
                4 * *random.cells[c].permutation_error + 1e-12);
  }
  EXPECT_GT(*random.at(3, 1).permutation_error, 1e-3);  // not merely a wide error
  EXPECT_LT(*random.at(3, 1).permutation_error, 1e-1);
}

TEST(Surface, IsMinusInfinityWhereSomeSubsetHasNoWeight) {
  Matrix x = gaussian_log_weights(6, 2, 0.0, 1.0, 8);
  x(1, 0) = x(4, 0) = -infinity;
  for (const auto method : {SurfaceMethod::exact, SurfaceMethod::permutations}) {
    const Surface surface = bound_surface(x, all_alphas, all_sizes(6), {.method = method});
    for (std::size_t a = 0; a < all_alphas.size(); ++a)
      for (std::size_t i = 0; i < 6; ++i) {
        const bool finite = all_alphas[a] < Alpha::vi() && surface.sizes[i] > 2;
        EXPECT_EQ(std::isfinite(surface.at(a, i).mean), finite);
        EXPECT_EQ(surface.at(a, i).standard_error.has_value(), finite);
        if (!finite) {
          EXPECT_EQ(surface.at(a, i).mean, -infinity);
        }
      }
  }
  const Matrix nothing = Matrix::Constant(3, 1, -infinity);
  for (const auto& cell : bound_surface(nothing, all_alphas, all_sizes(3)).cells)
    EXPECT_EQ(cell.mean, -infinity);
}

TEST(Surface, HasNoStandardErrorWithOneColumn) {
  const Surface surface =
      bound_surface(gaussian_log_weights(4, 1, 0.0, 1.0, 9), all_alphas, all_sizes(4));
  for (const auto& cell : surface.cells) EXPECT_FALSE(cell.standard_error);
}

TEST(Surface, KeepsItsErrorsForHugeLogWeights) {
  const Matrix x = gaussian_log_weights(5, 3, 0.0, 1e290, 10);
  const Surface surface = bound_surface(x, all_alphas, all_sizes(5));
  for (const auto& cell : surface.cells) EXPECT_TRUE(std::isfinite(*cell.standard_error));
}

TEST(Surface, TakesTheExactMethodWhileItIsCheap) {
  const std::vector<Alpha> alphas{Alpha::iwae()};
  const Matrix wide = gaussian_log_weights(6000, 1, 0.0, 1.0, 11);
  const std::vector<Index> small{1, 10, 100};
  EXPECT_LE(exact_surface_cost(wide, alphas, small), automatic_cost);
  EXPECT_EQ(bound_surface(wide, alphas, small).method, SurfaceMethod::exact);
  const std::vector<Index> whole{6000};
  EXPECT_GT(exact_surface_cost(wide, alphas, whole), automatic_cost);
  EXPECT_EQ(bound_surface(wide, alphas, whole).method, SurfaceMethod::permutations);
}

TEST(Surface, RefusesWhatHasNoMeaning) {
  const Matrix x = gaussian_log_weights(4, 2, 0.0, 1.0, 12);
  const std::vector<Index> one{1};
  EXPECT_THROW(bound_surface(x, all_alphas, std::vector<Index>{5}), UsageError);
  EXPECT_THROW(bound_surface(x, all_alphas, std::vector<Index>{0}), UsageError);
  EXPECT_THROW(bound_surface(x, all_alphas, {}), UsageError);
  EXPECT_THROW(bound_surface(x, {}, one), UsageError);
  EXPECT_THROW(bound_surface(Matrix(0, 3), all_alphas, one), UsageError);
  EXPECT_THROW(bound_surface(x, all_alphas, one, {.permutations = 1}), UsageError);
  for (const double bad : {std::nan(""), infinity}) {
    Matrix broken = x;
    broken(2, 1) = bad;
    EXPECT_THROW(bound_surface(broken, all_alphas, one), NumericalError);
  }
}

TEST(Surface, IsTheSameForAnyNumberOfThreads) {
  const Matrix x = Matrix::Random(30, 7);
  const std::vector<Alpha> alphas = Alpha::parse_list("-inf,-2,0.5,1,3");
  const std::vector<Index> sizes = {1, 4, 30};
  for (const auto method : {SurfaceMethod::exact, SurfaceMethod::permutations}) {
    const Surface alone = bound_surface(x, alphas, sizes, {.method = method});
    ThreadPool pool(3);
    const Surface shared = bound_surface(x, alphas, sizes, {.method = method}, pool);
    for (std::size_t c = 0; c < alone.cells.size(); ++c) {
      EXPECT_EQ(shared.cells[c].mean, alone.cells[c].mean);
      EXPECT_EQ(shared.cells[c].standard_error, alone.cells[c].standard_error);
    }
  }
}

}  // namespace
}  // namespace renyi::surface_test
