#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "renyi/inference/sep_kernels.hpp"
#include "renyi/models/tilted_moments.hpp"
#include "tests/core/each_target.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::mean_field_rows_test {
namespace {

using testing::random_problem;
using Wide = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

// A site among many rows, whose cavity is narrow.
struct Site {
  Vector precision, shift, outside_precision, outside_shift, average_precision, average_shift;
  double power, step;

  Site(Index size, double damping, double mean, double rows = 1e6)
      : precision(Vector::LinSpaced(size, 0.1, 0.2)),
        shift(precision.cwiseProduct(Vector::LinSpaced(size, -mean, mean))),
        outside_precision(Vector::LinSpaced(size, 1.0, 3.0)),
        outside_shift(Vector::LinSpaced(size, 50.0, -90.0)),
        average_precision(Vector::Zero(size)),
        average_shift(Vector::Zero(size)),
        power(rows - 1.0),
        step(damping / rows) {}

  Index go(const GlmProblem& problem, std::span<const Index> rows) {
    return kernels::mean_field_logistic_rows(
        {precision.size(), problem.design.data(), problem.targets.data(), outside_precision.data(),
         outside_shift.data(), power, step, precision.data(), shift.data(),
         average_precision.data(), average_shift.data()},
        rows);
  }
};

// The formulas as they stand, row by row, in extended precision but for the row's moments.
struct Plain {
  Wide precision, shift, average_precision, average_shift;
  explicit Plain(const Site& site)
      : precision(site.precision.cast<long double>()),
        shift(site.shift.cast<long double>()),
        average_precision(Wide::Zero(precision.size())),
        average_shift(average_precision) {}

  void go(const GlmProblem& problem, const Site& site, std::span<const Index> rows) {
    for (const Index i : rows) {
      const Wide x = problem.design.col(i).cast<long double>();
      const Wide v =
          (site.power * precision + site.outside_precision.cast<long double>()).cwiseInverse();
      const Wide m = v.cwiseProduct(site.power * shift + site.outside_shift.cast<long double>());
      const Tilted tilted = tilted_moments(problem.row(i), 1.0, static_cast<double>(x.dot(m)),
                                           static_cast<double>(x.cwiseAbs2().dot(v)));
      for (Index c = 0; c < x.size(); ++c) {
        const long double left = 1.0L - v(c) * x(c) * x(c) * tilted.curvature;
        const long double asked = x(c) * x(c) * tilted.curvature / left;
        const long double pull = x(c) * (tilted.slope + m(c) * x(c) * tilted.curvature) / left;
        average_precision(c) += asked;
        average_shift(c) += pull;
        precision(c) += site.step * (asked - precision(c));
        shift(c) += site.step * (pull - shift(c));
      }
    }
  }

  // The largest difference, as a share of what is largest.
  double off(const Site& site) const {
    const auto share = [](const Vector& is, const Wide& should) {
      return static_cast<double>((is.cast<long double>() - should).cwiseAbs().maxCoeff() /
                                 should.cwiseAbs().maxCoeff());
    };
    return std::max({share(site.precision, precision), share(site.shift, shift),
                     share(site.average_precision, average_precision),
                     share(site.average_shift, average_shift)});
  }
};

std::vector<Index> some_rows(Index count, Index of) {
  std::vector<Index> rows(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) rows[static_cast<std::size_t>(i)] = i * 7 % of;
  return rows;
}

// As many calls as it takes; each must get on.
void go_all(Site& site, const GlmProblem& problem, std::span<const Index> rows) {
  while (!rows.empty()) {
    const Index done = site.go(problem, rows);
    ASSERT_GT(done, 0);
    rows = rows.subspan(static_cast<std::size_t>(done));
  }
}

// Tolerance: a row's moments are right to 1e-13, and its share of the averages of 61 rows is of
// order one.
TEST(MeanFieldRows, AreStepsOneAfterAnother) {
  test::each_target([] {
    for (Index size = 1; size <= 40; size += size < 10 ? 1 : 5)
      for (const double damping : {1.0, 0.1})
        for (const double mean : {0.3, 9.0}) {  // both classes' tails
          const GlmProblem problem =
              random_problem({GlmFamily::logistic}, 50, Vector::Constant(size, 0.2), 3);
          Site site(size, damping, mean);
          Plain plain(site);
          const auto rows = some_rows(61, 50);
          plain.go(problem, site, rows);
          go_all(site, problem, rows);
          EXPECT_LT(plain.off(site), 1e-12) << size << ' ' << damping << ' ' << mean;
        }
  });
}

// Fewer rows share the site, so that each moves it further.
TEST(MeanFieldRows, AreStepsOneAfterAnotherWhereTheyCountForMore) {
  test::each_target([] {
    for (const Index size : {1, 4, 20})
      for (const double damping : {1.0, 0.9}) {
        const GlmProblem problem =
            random_problem({GlmFamily::logistic}, 50, Vector::Constant(size, 0.2), 8);
        Site site(size, damping, 0.3, 2e5);
        Plain plain(site);
        const auto rows = some_rows(61, 50);
        plain.go(problem, site, rows);
        go_all(site, problem, rows);
        EXPECT_LT(plain.off(site), 1e-12) << size << ' ' << damping;
      }
  });
}

TEST(MeanFieldRows, OfAnyNumberAreTheSame) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 40, Vector::Constant(5, 0.2), 4);
  for (Index count = 1; count <= 20; ++count) {
    Site site(5, 1.0, 0.3);
    Plain plain(site);
    const auto rows = some_rows(count, 40);
    plain.go(problem, site, rows);
    EXPECT_EQ(site.go(problem, rows), count);
    EXPECT_LT(plain.off(site), 1e-12) << count;
  }
}

// The same row again and again moves its own predictor by more than a step may, and starts afresh.
TEST(MeanFieldRows, StopBeforeARowThatHasMovedFar) {
  test::each_target([] {
    const GlmProblem problem =
        random_problem({GlmFamily::logistic}, 3, Vector::Constant(6, 0.2), 5);
    Site site(6, 1.0, 0.3, 4e4);
    Plain plain(site);
    const std::vector<Index> rows(30, 1);
    plain.go(problem, site, rows);
    EXPECT_LT(Site(site).go(problem, rows), 30);
    go_all(site, problem, rows);
    EXPECT_LT(plain.off(site), 1e-12);
  });
}

TEST(MeanFieldRows, StopBeforeARowThatIsTooWideOrNoNumber) {
  test::each_target([] {
    for (const double bad : {1e3, std::nan(""), HUGE_VAL}) {
      GlmProblem problem = random_problem({GlmFamily::logistic}, 40, Vector::Constant(6, 0.2), 6);
      std::vector<Index> rows(40);
      std::iota(rows.begin(), rows.end(), 0);
      for (const Index wide : {0, 1, 7, 8, 21}) {
        const double before = problem.design(2, wide);
        problem.design(2, wide) = bad;
        Site site(6, 1.0, 0.3);
        Plain plain(site);
        plain.go(problem, site, std::span(rows).first(static_cast<std::size_t>(wide)));
        EXPECT_EQ(site.go(problem, rows), wide);
        if (wide > 0) {
          EXPECT_LT(plain.off(site), 1e-12) << bad;
        }
        problem.design(2, wide) = before;
      }
    }
  });
}

TEST(MeanFieldRows, AreRefusedWhereTheirFormulasDoNotHold) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 20, Vector::Constant(3, 0.2), 7);
  const auto rows = some_rows(5, 20);
  const auto refuses = [&](auto change) {
    Site site(3, 1.0, 0.3);
    change(site);
    const Vector precision = site.precision, shift = site.shift;
    EXPECT_EQ(site.go(problem, rows), 0);
    EXPECT_EQ(site.precision(0), precision(0));  // nothing has moved
    EXPECT_EQ(site.precision(2), precision(2));
    EXPECT_EQ(site.shift, shift);
    EXPECT_EQ(site.average_shift, Vector::Zero(3));
  };
  refuses([](Site& site) { site.step = 2.0 * kernels::small_step; });
  refuses([](Site& site) { site.step = 1.1 / site.power; });
  refuses([](Site& site) { site.precision(1) = -1.0; });
  refuses([](Site& site) { site.precision(1) = std::nan(""); });
  Site site(3, 1.0, 0.3);
  EXPECT_EQ(site.go(problem, {}), 0);
}

}  // namespace
}  // namespace renyi::mean_field_rows_test
