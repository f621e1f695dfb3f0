#include "renyi/core/panel_matmul.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "renyi/core/random.hpp"
#include "tests/core/each_target.hpp"

namespace renyi::panel_matmul_test {
namespace {

MatrixF normal(Index rows, Index cols, std::uint64_t seed) {
  MatrixF m(rows, cols);
  fill_normal({.seed = seed}, {}, m);
  return m;
}

// B packed, in memory aligned as the kernel wants it.
class Packed {
 public:
  explicit Packed(const kernels::StridedFloats& b)
      : memory_(static_cast<std::size_t>(kernels::packed_size(b.rows, b.cols)) + 16) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    data_ = memory_.data() + (64 - address % 64) % 64 / sizeof(float);
    kernels::pack_panels(b, data_);
  }
  const float* data() const { return data_; }

 private:
  std::vector<float> memory_;
  float* data_;
};

kernels::StridedFloats as_it_lies(const MatrixF& b) {
  return {b.data(), b.rows(), b.cols(), b.cols(), 1};
}

void multiply(const MatrixF& a, const Packed& b, Index n, MatrixF& c, float factor, float keep) {
  kernels::multiply_panels({.a = a.data(),
                            .a_stride = a.cols(),
                            .packed = b.data(),
                            .rows = a.rows(),
                            .k = a.cols(),
                            .n = n,
                            .c = c.data(),
                            .c_stride = c.cols(),
                            .factor = factor,
                            .keep = keep});
}

// On every target that has panels.
template <class Check>
void each_panel_target(Check check) {
  test::each_target([&] {
    if (kernels::panel_lanes() > 0) check();
  });
}

// Small whole numbers: every order of summation gives the same bits, so the answer is exact.
void check_exact(Index m, Index k, Index n) {
  const MatrixF a = (4.0f * normal(m, k, 1)).array().round();
  const MatrixF b = (4.0f * normal(k, n, 2)).array().round();
  const MatrixF before = (4.0f * normal(m, n + 3, 3)).array().round();
  const Packed packed(as_it_lies(b));
  for (const auto& [factor, keep] : {std::pair(1.0f, 0.0f), {-3.0f, 0.0f}, {-3.0f, 2.0f}}) {
    MatrixF c = before;  // three columns wider, which must stay as they are
    multiply(a, packed, n, c, factor, keep);
    MatrixF expected = before;
    expected.leftCols(n) = factor * (a * b) + keep * before.leftCols(n);
    ASSERT_TRUE(c == expected) << m << " x " << k << " x " << n;
  }
}

TEST(PanelMatmul, IsExactForEveryWidthAndNumberOfRows) {
  each_panel_target([] {
    for (Index n = 1; n <= 100; ++n)
      for (const Index m : {1, 2, 5, 7, 12, 29}) check_exact(m, 1 + n % 9, n);
  });
}

// From some length on the last columns are summed along vectors.
TEST(PanelMatmul, IsExactForLongSums) {
  each_panel_target([] {
    for (Index n = 1; n <= 60; ++n)
      for (const Index k : {64, 157, 160}) check_exact(17, k, n);
    for (Index m = 1; m <= 60; ++m) check_exact(m, 99, 53);
    check_exact(131, 203, 200);  // more rows than stay in the cache
  });
}

TEST(PanelMatmul, PacksATransposedMatrixToTheSame) {
  each_panel_target([] {
    for (const Index k : {1, 7, 166})
      for (const Index n : {3, 24, 43, 50}) {
        const MatrixF b = normal(k, n, 4), bt = b.transpose();
        const Packed straight(as_it_lies(b));
        const Packed turned({bt.data(), k, n, 1, bt.cols()});
        for (Index i = 0; i < kernels::packed_size(k, n); ++i)
          ASSERT_EQ(straight.data()[i], turned.data()[i]) << k << " x " << n;
      }
  });
}

TEST(PanelMatmul, ARowDoesNotDependOnTheRowsAroundIt) {
  each_panel_target([] {
    const MatrixF a = normal(501, 200, 5), b = normal(200, 50, 6);
    const Packed packed(as_it_lies(b));
    MatrixF all(501, 50);
    multiply(a, packed, 50, all, 1.0f, 0.0f);
    for (const Index row : {0, 1, 163, 500}) {
      MatrixF one(1, 50);
      multiply(a.row(row), packed, 50, one, 1.0f, 0.0f);
      EXPECT_TRUE(one == all.row(row)) << row;
    }
  });
}

TEST(PanelMatmul, InfinitiesStayInTheirColumn) {
  each_panel_target([] {
    for (const Index k : {4, 100}) {
      MatrixF a = normal(9, k, 7), b = normal(k, 18, 8);
      b(2, 17) = INFINITY;
      MatrixF c(9, 18);
      multiply(a, Packed(as_it_lies(b)), 18, c, 1.0f, 0.0f);
      EXPECT_TRUE(c.leftCols(17).allFinite());
      EXPECT_TRUE(c.col(17).array().isInf().all());
    }
  });
}

}  // namespace
}  // namespace renyi::panel_matmul_test
