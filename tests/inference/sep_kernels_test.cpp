#include "renyi/inference/sep_kernels.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <array>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/inference/mean_field_site.hpp"
#include "renyi/models/tilted_moments.hpp"
#include "tests/core/each_target.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::sep_kernels_test {
namespace {

using testing::random_problem;

TEST(SepKernels, TiltedMomentsAreThoseOfTheGeneralWay) {
  test::each_target([] {
    for (const double variance : {1e-8, 1e-4, 0.0019, 0.0021, 0.0099}) {
      const std::array<double, 8> means = {-40.0, -6.0, -1.0, -1e-3, 0.0, 0.7, 5.0, 40.0};
      std::array<double, 8> variances{}, slopes{}, curvatures{};
      variances.fill(variance);
      kernels::tilted_logistic(means, variances, slopes, curvatures);
      for (std::size_t i = 0; i < 8; ++i) {
        const Tilted tilted =
            tilted_moments(RowLikelihood({GlmFamily::logistic}, 1.0), 1.0, means[i], variance);
        EXPECT_NEAR(slopes[i] / tilted.slope, 1.0, 1e-13) << means[i];
        EXPECT_NEAR(curvatures[i] / tilted.curvature, 1.0, 1e-11) << means[i];
      }
    }
  });
  std::array<double, 7> seven{};
  EXPECT_THROW(kernels::tilted_logistic(seven, seven, seven, seven), UsageError);
}

TEST(SepKernels, SitesAreTiltedMomentsAsFactors) {
  test::each_target([] {
    const std::array<double, 8> means = {-40.0, -6.0, -1.0, -1e-3, 0.0, 0.7, 5.0, 40.0};
    for (const double variance : {1e-4, 0.0099}) {
      std::array<double, 8> variances{}, precisions{}, shifts{};
      variances.fill(variance);
      ASSERT_TRUE(kernels::logistic_sites(means, variances, 0.25, precisions, shifts));
      for (std::size_t i = 0; i < 8; ++i) {
        const PredictorSite site = site_of(
            tilted_moments(RowLikelihood({GlmFamily::logistic}, 1.0), 1.0, means[i], variance),
            means[i]);
        EXPECT_NEAR(4.0 * precisions[i] / site.precision, 1.0, 1e-11) << means[i];
        EXPECT_NEAR(4.0 * shifts[i], site.shift, 1e-12) << means[i];
      }
      auto broken = means;
      broken[3] = std::nan("");
      EXPECT_FALSE(kernels::logistic_sites(broken, variances, 0.25, precisions, shifts));
      variances[5] = 0.011;
      EXPECT_FALSE(kernels::logistic_sites(means, variances, 0.25, precisions, shifts));
    }
  });
  std::array<double, 7> seven{};
  EXPECT_THROW(kernels::logistic_sites(seven, seven, 1.0, seven, seven), UsageError);
}

TEST(SepKernels, APanelIsRowsWithTheSignOfTheirClass) {
  test::each_target([] {
    for (const Index size : {1, 3, 4, 9, 20}) {
      const GlmProblem problem =
          random_problem({GlmFamily::logistic}, 30, Vector::Constant(size, 0.5), 2);
      const std::array<Index, 13> rows = {29, 3, 4, 5, 0, 11, 12, 13, 2, 28, 27, 9, 1};
      Matrix panel = Matrix::Constant(16, size, 7.0);
      kernels::read_panel({size, problem.design.data(), problem.targets.data()}, rows, 16,
                          panel.data(),
                          {{size, problem.design.data(), problem.targets.data()}, rows});
      for (Index r = 0; r < 16; ++r)
        for (Index c = 0; c < size; ++c) {
          const Index row = rows[static_cast<std::size_t>(std::min<Index>(r, 12))];
          const double sign = r > 12 ? 0.0 : problem.targets(row) > 0.5 ? 1.0 : -1.0;
          EXPECT_EQ(panel(r, c), sign * problem.design(c, row)) << size;
        }
      const Vector weights = Vector::LinSpaced(16, -1.0, 1.0);
      Vector sum(size);
      kernels::weighted_sum({size, 16, panel.data()}, weights.data(), sum.data());
      EXPECT_LT((sum - panel.transpose() * weights).norm(), 1e-13) << size;
    }
  });
}

TEST(SepKernels, AMeanFieldStepIsTheOneOfTheGeneralWay) {
  test::each_target([] {
    for (const Index size : {1, 3, 4, 7, 8, 20}) {
      const GlmProblem problem =
          random_problem({GlmFamily::logistic}, 2, Vector::Constant(size, 0.5), 1);
      for (const double target : {0.0, 1.0}) {
        NaturalDiagonal site{Vector::LinSpaced(size, 0.5, 1.5), Vector::LinSpaced(size, -1.0, 1.0)};
        const NaturalDiagonal outside{Vector::LinSpaced(size, 2.0, 3.0),
                                      Vector::LinSpaced(size, 50.0, -90.0)};
        NaturalDiagonal cavity = outside;
        cavity.add(4000.0, site);
        NaturalDiagonal asked, average = NaturalDiagonal::zero(size), expected = site;
        mean_field_site(RowLikelihood({GlmFamily::logistic}, target), problem.design.col(1), 1.0,
                        cavity, asked);
        expected.damp(0.1, asked);
        ASSERT_TRUE(kernels::mean_field_logistic_step(
            {size, problem.design.col(1).data(), 2.0 * target - 1.0, outside.precision.data(),
             outside.shift.data(), 4000.0, 0.1, site.precision.data(), site.shift.data(),
             average.precision.data(), average.shift.data()}));
        EXPECT_LT((site.precision - expected.precision).norm(), 1e-12) << size;
        EXPECT_LT((site.shift - expected.shift).norm(), 1e-12) << size;
        EXPECT_LT((average.precision - asked.precision).norm(), 1e-12) << size;
        EXPECT_LT((average.shift - asked.shift).norm(), 1e-12) << size;
      }
    }
  });
}

TEST(SepKernels, AMeanFieldStepLeavesWideCavitiesToTheGeneralWay) {
  const Vector x{{1.0, 2.0}};
  Vector precision{{1.0, 1.0}}, shift{{0.0, 0.0}};
  const Vector before = precision, outside = Vector::Ones(2);
  EXPECT_FALSE(
      kernels::mean_field_logistic_step({2, x.data(), 1.0, outside.data(), shift.data(), 10.0, 0.1,
                                         precision.data(), shift.data(), nullptr, nullptr}));
  precision(0) = -1e4;
  EXPECT_FALSE(
      kernels::mean_field_logistic_step({2, x.data(), 1.0, outside.data(), shift.data(), 10.0, 0.1,
                                         precision.data(), shift.data(), nullptr, nullptr}));
  EXPECT_EQ(precision(1), before(1));
}

TEST(SepKernels, PanelsAreMatrixProducts) {
  test::each_target([] {
    for (const Index size : {1, 2, 3, 4, 9, 20})
      for (const Index count : {24, 168, 272}) {
        const GlmProblem problem =
            random_problem({GlmFamily::logistic}, count, Vector::Constant(size, 0.5), 2);
        const Matrix rows = problem.design.transpose();  // count x size: a feature is contiguous
        const Matrix precision = Matrix::Identity(size, size) + problem.design * rows;
        const Eigen::LLT<Matrix> factor(precision);
        const Vector mean = Vector::LinSpaced(size, -1.0, 1.0);
        const Vector weights = Vector::LinSpaced(count, 0.0, 1.0);
        Vector means(count), variances(count);
        kernels::predictor_moments({size, count, rows.data()}, factor.matrixLLT().data(),
                                   mean.data(), means.data(), variances.data());
        EXPECT_LT((means - rows * mean).norm(), 1e-12) << size;
        const Vector expected =
            problem.design.cwiseProduct(factor.solve(problem.design)).colwise().sum();
        EXPECT_LT((variances - expected).norm(), 1e-12) << size;
        Matrix gram = Matrix::Zero(size, size);
        kernels::weighted_gram({size, count, rows.data()}, weights.data(), gram.data());
        const Matrix whole = problem.design * weights.asDiagonal() * rows;
        EXPECT_LT((Matrix(gram.triangularView<Eigen::Lower>()) -
                   Matrix(whole.triangularView<Eigen::Lower>()))
                      .norm(),
                  1e-11)
            << size;
        EXPECT_TRUE(gram.isLowerTriangular(0.0)) << "nothing is written above";
      }
  });
}

}  // namespace
}  // namespace renyi::sep_kernels_test
