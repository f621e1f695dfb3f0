#include "renyi/inference/vae_shard.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "renyi/inference/minibatch_gradient.hpp"
#include "renyi/inference/vae_objective.hpp"

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

// From latents to latents without a bounded layer between, standard deviations can leave single
// precision. In double precision the same draws are only far away.
TEST(VaeShardOfFloats, DrawsOfWeightZeroAddNothing) {
  const VaeSpec spec{.pixels = 5, .architecture = parse_architecture("s3-s2")};
  MatrixF images(10, 5);
  fill_uniform({.seed = 4, .purpose = Purpose::data}, {}, images);
  const std::vector<Index> rows = {3, 0, 7, 5};
  VaeObjective<float> single(spec, images, true, nullptr);
  VaeObjective<double> precise(spec, images, true, nullptr);
  const VectorF parameters = 1.6f * single.networks().start(2, VectorF::Constant(5, 0.4f));
  TrainOptions options{.alpha = Alpha::iwae(), .draws = 6, .batch = 4, .seed = 6};
  int vanished = 0;
  for (std::uint32_t step = 0; step < 40; ++step) {
    Matrix log_weights;
    single.draw(parameters, rows, 6, {6, Purpose::draws, step}, log_weights);
    if (log_weights.allFinite()) continue;
    if ((log_weights.colwise().maxCoeff().array() < -1e6).any()) continue;  // nothing else is left
    ++vanished;
    BasicMinibatchGradient<float> found;
    minibatch_gradient(single, options, parameters, rows, step, found);
    BasicMinibatchGradient<double> expected;
    minibatch_gradient(precise, options, parameters.cast<double>(), rows, step, expected);
    EXPECT_LE((found.gradient.cast<double>() - expected.gradient).norm(),
              1e-4 * expected.gradient.norm())
        << step;
  }
  EXPECT_GE(vanished, 3);
}

}  // namespace
}  // namespace renyi::vae_shard_test
