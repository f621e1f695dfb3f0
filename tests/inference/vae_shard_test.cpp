#include "renyi/inference/vae_shard.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace renyi::vae_shard_test {
namespace {

// Coefficients of 1 for all draws, or for the first of each bound alone, which is told beforehand.
class Ones final : public Weigher {
 public:
  explicit Ones(bool first_alone) : first_alone_(first_alone) {}
  void begin(Index /*bounds*/, Index /*blocks*/) override {}
  bool is_sparse() const override { return first_alone_; }
  const GradientCoefficients& weigh(Index block, Index first_bound,
                                    const Matrix& log_weights) override {
    blocks.push_back({block, first_bound, log_weights.cols()});
    Matrix ones = Matrix::Zero(log_weights.rows(), log_weights.cols());
    first_alone_ ? ones.row(0).setOnes() : ones.setOnes();
    coefficients_ = {ones, ones, ones};
    return coefficients_;
  }

  struct Block {
    Index number, first_bound, bounds;
  };
  std::vector<Block> blocks = {};

 private:
  bool first_alone_;
  GradientCoefficients coefficients_ = {};
};

class VaeShardTest : public ::testing::Test {
 protected:
  VaeShardTest() : images_(8, 5), parameters_(start()) {
    fill_uniform({.seed = 3, .purpose = Purpose::data}, {}, images_);
  }
  VaeStep<double> step(Index draws) const {
    return {networks_, images_, true, parameters_.data(), rows_, draws, {4, Purpose::draws, 2}};
  }
  Vector start() const { return networks_.start(1, VectorF::Constant(5, 0.5f)).cast<double>(); }
  Vector gradient(const VaeShard<double>& shard) const {
    return Eigen::Map<const Vector>(shard.gradient(), networks_.parameters());
  }

  VaeNetworks networks_{{.pixels = 5, .architecture = parse_architecture("d4-s2-d3-s2")}};
  MatrixF images_;
  Vector parameters_;
  std::vector<Index> rows_ = {6, 1, 4, 0, 7, 2};
};

TEST_F(VaeShardTest, ImagesAreTheSameInAnyShard) {
  VaeShard<double> whole, part;
  Vector all(6 * 3), some(2 * 3);
  whole.load(step(3), 0, 6);
  whole.draw(step(3), all.data());
  part.load(step(3), 2, 4);
  part.draw(step(3), some.data());
  EXPECT_LT((all.segment(2 * 3, 2 * 3) - some).norm(), 1e-12 * some.norm());
}

TEST_F(VaeShardTest, BlocksHoldAsManyImagesAsThereIsRoomFor) {
  constexpr Index most = VaeShard<double>::most_draws;
  EXPECT_EQ(VaeShard<double>::images_at_once(1), most);
  EXPECT_EQ(VaeShard<double>::images_at_once(most), 1);
  EXPECT_EQ(VaeShard<double>::images_at_once(most + 1), 1);
  VaeShard<double> shard;
  const Index draws = most / 4;
  shard.load(step(draws), 0, 6);
  Ones ones(false);
  shard.draw_and_pull_back(step(draws), ones, 10);
  ASSERT_EQ(ones.blocks.size(), 2U);
  EXPECT_EQ(ones.blocks[0].number, 10);
  EXPECT_EQ(ones.blocks[0].bounds, 4);
  EXPECT_EQ(ones.blocks[1].number, 11);
  EXPECT_EQ(ones.blocks[1].first_bound, 4);
  EXPECT_EQ(ones.blocks[1].bounds, 2);
}

// Kept from the forward pass, made again, or cut into parts: the gradient is the same.
TEST_F(VaeShardTest, DrawsMadeAgainAreTheSameDraws) {
  for (const Index draws : {2, 300, 600}) {
    VaeShard<double> shard;
    shard.load(step(draws), 1, 5);
    Ones all(false), first(true);
    shard.draw_and_pull_back(step(draws), all, 0);
    const Vector kept = gradient(shard);
    GradientCoefficients ones;
    ones.model = ones.path = ones.score = Matrix::Ones(draws, 6);
    shard.load(step(draws), 1, 5);
    shard.pull_back(step(draws), ones, 1);
    EXPECT_LT((gradient(shard) - kept).norm(), 1e-11 * kept.norm());

    shard.load(step(draws), 1, 5);
    shard.draw_and_pull_back(step(draws), first, 0);
    const Vector sparse = gradient(shard);
    ones.model.bottomRows(draws - 1).setZero();
    ones.path = ones.score = ones.model;
    shard.load(step(draws), 1, 5);
    shard.pull_back(step(draws), ones, 1);
    EXPECT_LT((gradient(shard) - sparse).norm(), 1e-12 * sparse.norm());
  }
}

TEST_F(VaeShardTest, WithoutCoefficientsThereIsNoGradient) {
  VaeShard<double> shard;
  shard.load(step(3), 0, 6);
  GradientCoefficients none;
  none.model = none.path = none.score = Matrix::Zero(3, 6);
  shard.pull_back(step(3), none, 0);
  EXPECT_EQ(gradient(shard), Vector::Zero(networks_.parameters()));
}

}  // namespace
}  // namespace renyi::vae_shard_test
