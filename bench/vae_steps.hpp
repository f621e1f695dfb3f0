// Training steps of auto-encoders, one after another, for the subjects that time them.
#pragma once

#include <vector>

#include "renyi/inference/fit_vae.hpp"
#include "renyi/inference/train_step.hpp"

namespace renyi::bench {

struct ImageShape {
  const char* name;
  VaePreset preset;
  Index pixels;
};
inline constexpr ImageShape frey = {"Frey Face 560-200-200-20", VaePreset::frey, 560};
inline constexpr ImageShape mnist = {"MNIST 784-200-200-50", VaePreset::mnist, 784};

VaeSpec spec_of(const ImageShape& shape, const VaeOptions& options);
// Of any shade.
MatrixF grey_images(Index rows, Index pixels);

// A fit that can be asked for one step after another. One draw backward at ±inf, all otherwise.
class VaeSteps {
 public:
  VaeSteps(const ImageShape& shape, Alpha alpha, Index draws, ThreadPool& pool);

  void step();
  // Multiplications and additions of a step's matrix products.
  double flops() const;

 private:
  VaeOptions options_;
  MatrixF images_;
  VaeObjective<float> objective_;
  BasicTrainState<float> state_;
  TrainStep<float> step_;
  std::vector<Index> rows_;
};

}  // namespace renyi::bench
