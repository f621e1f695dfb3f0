#include "bench/vae_steps.hpp"

#include <numeric>

#include "bench/timing.hpp"

namespace renyi::bench {
namespace {

VaeOptions options_of(const ImageShape& shape, Alpha alpha, Index draws) {
  VaeOptions options = vae_preset(shape.preset, 1);
  options.train.alpha = alpha;
  options.train.draws = draws;
  options.train.backward = alpha.is_finite() ? Backward::all : Backward::one;
  return options;
}

}  // namespace

VaeSpec spec_of(const ImageShape& shape, const VaeOptions& options) {
  return {shape.pixels, options.architecture, options.activation, options.likelihood};
}

MatrixF grey_images(Index rows, Index pixels) {
  MatrixF images(rows, pixels);
  fill_uniform({.seed = 1}, {}, images);
  return images;
}

VaeSteps::VaeSteps(const ImageShape& shape, Alpha alpha, Index draws, ThreadPool& pool)
    : options_(options_of(shape, alpha, draws)),
      images_(grey_images(200, shape.pixels)),
      objective_(spec_of(shape, options_), images_, options_.treatment.binarise, &pool),
      state_(
          start_at<float>(objective_.networks().start(1, VectorF::Constant(shape.pixels, 0.5f)))),
      step_(objective_, state_, options_.train, &pool),
      rows_(static_cast<std::size_t>(options_.train.batch)) {
  std::iota(rows_.begin(), rows_.end(), 0);
}

void VaeSteps::step() {
  step_.take(rows_, 1e-6, false);
  keep(state_.parameters.data());
}

double VaeSteps::flops() const {
  return static_cast<double>(options_.train.batch) *
         flops_an_image(objective_.networks(), options_.train);
}

}  // namespace renyi::bench
