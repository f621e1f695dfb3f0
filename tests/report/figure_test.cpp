#include "renyi/report/figure.hpp"

#include <gtest/gtest.h>

namespace renyi::figure_test {
namespace {

TEST(Figure, EveryPointOfAnEllipseHasTheSameMahalanobisDistance) {
  const double xx = 2.0;
  const double xy = -0.7;
  const double yy = 0.5;
  const Series curve = ellipse("posterior", 1.0, -3.0, xx, xy, yy, 1.5);
  ASSERT_EQ(curve.x.size(), curve.y.size());
  ASSERT_GT(curve.x.size(), 50u);
  EXPECT_EQ(curve.mark, Mark::contour);
  const double determinant = xx * yy - xy * xy;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const double x = curve.x[i] - 1.0;
    const double y = curve.y[i] + 3.0;
    EXPECT_NEAR((yy * x * x - 2.0 * xy * x * y + xx * y * y) / determinant, 1.5 * 1.5, 1e-12);
  }
}

}  // namespace
}  // namespace renyi::figure_test
