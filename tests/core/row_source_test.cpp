#include "renyi/core/row_source.hpp"

#include <gtest/gtest.h>

namespace renyi::row_source_test {
namespace {

// Row i is i, i + 1, i + 2.
class Counting final : public RowSource {
 public:
  Index rows() const override { return 1000; }
  Index cols() const override { return 3; }
  void copy(std::span<const Index> rows, float* to) const override {
    for (const Index row : rows)
      for (Index j = 0; j < 3; ++j) *to++ = static_cast<float>(row + j);
  }
};

TEST(RowSource, AndAMatrixLookTheSame) {
  const Counting source;
  MatrixF matrix(1000, 3);
  for (Index i = 0; i < 1000; ++i)
    for (Index j = 0; j < 3; ++j) matrix(i, j) = static_cast<float>(i + j);
  const RowsView from_source(source), from_matrix(matrix);
  EXPECT_EQ(from_source.rows(), from_matrix.rows());
  EXPECT_EQ(from_source.cols(), from_matrix.cols());
  const Index some[] = {999, 0, 5, 5};
  MatrixF a(4, 3), b(4, 3);
  from_source.copy(some, a.data());
  from_matrix.copy(some, b.data());
  EXPECT_EQ(a, b);
  EXPECT_EQ(a(0, 2), 1001.0f);
  EXPECT_EQ(mean_row(from_source), mean_row(from_matrix));
  EXPECT_EQ(mean_row(from_source), (VectorF(3) << 499.5f, 500.5f, 501.5f).finished());
}

TEST(RowSource, CanBeSomeRowsOfAnother) {
  const Counting source;
  const SomeRows some(source, {7, 3, 900});
  EXPECT_EQ(some.rows(), 3);
  EXPECT_EQ(some.cols(), 3);
  const Index asked[] = {2, 0};
  MatrixF found(2, 3);
  some.copy(asked, found.data());
  EXPECT_EQ(found, (MatrixF(2, 3) << 900, 901, 902, 7, 8, 9).finished());
}

}  // namespace
}  // namespace renyi::row_source_test
