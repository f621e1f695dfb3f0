#include "renyi/inference/iterate_blocks.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::iterate_blocks_test {
namespace {

IterateBlocks blocks_of(const Matrix& iterates) {
  IterateBlocks blocks([](const Vector& parameters) { return parameters; });
  for (Index i = 0; i < iterates.cols(); ++i) blocks.add(iterates.col(i), iterates(0, i));
  return blocks;
}

TEST(IterateBlocks, WindowIsTheLaterHalf) {
  Matrix iterates = Matrix::Zero(1, 320);
  for (Index i = 0; i < 320; ++i) iterates(0, i) = static_cast<double>(i);
  const auto window = blocks_of(iterates).window();  // 32 blocks of 10
  EXPECT_DOUBLE_EQ(window.parameters(0), 239.5);
  EXPECT_DOUBLE_EQ(window.value, 239.5);
  EXPECT_DOUBLE_EQ(window.drift, 80.0);
  EXPECT_GT(window.r_hat, 2.0) << "a walk in one direction";
}

TEST(IterateBlocks, MergesNeighboursInsteadOfGrowing) {
  const Matrix iterates = testing::normal_matrix(2, 100'000, 1);
  const auto blocks = blocks_of(iterates);
  EXPECT_LT(blocks.blocks(), IterateBlocks::most_blocks);
  EXPECT_GE(blocks.blocks(), IterateBlocks::most_blocks / 2);
  const auto window = blocks.window();
  EXPECT_NEAR(window.parameters(0), 0.0, 4.0 / std::sqrt(40'000.0));
}

TEST(IterateBlocks, NoiseAboutOnePlaceIsStationaryAndADriftIsNot) {
  const Matrix noise = testing::normal_matrix(3, 600, 2);
  EXPECT_LT(blocks_of(noise).window().r_hat, 1.3);
  Matrix drifting = noise;
  for (Index i = 0; i < 600; ++i) drifting(1, i) += 0.01 * static_cast<double>(i);
  EXPECT_GT(blocks_of(drifting).window().r_hat, 1.5);
}

TEST(IterateBlocks, AConstantIsStationary) {
  const auto window = blocks_of(Matrix::Constant(1, 200, 3.0)).window();
  EXPECT_EQ(window.r_hat, 1.0);
  EXPECT_EQ(window.drift, 0.0);
}

TEST(IterateBlocks, NeedsFourBlocks) {
  EXPECT_THROW(blocks_of(Matrix::Zero(1, 39)).window(), UsageError);
}

}  // namespace
}  // namespace renyi::iterate_blocks_test
