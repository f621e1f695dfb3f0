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
      sweep_(objective_.parameters(), &pool),
      parameters_(objective_.networks().start(1, VectorF::Constant(shape.pixels, 0.5f))),
      next_(parameters_),
      adam_(adam_start<float>(parameters_.size())),
      rows_(static_cast<std::size_t>(options_.train.batch)) {
  std::iota(rows_.begin(), rows_.end(), 0);
}

void VaeSteps::step() {
  sum_minibatch_gradient(objective_, options_.train, parameters_, rows_, step_++, gradient_);
  keep(sweep_.adam(options_.train.adam, 1e-6, gradient_.sum, adam_, parameters_, next_));
  parameters_.swap(next_);
}

double VaeSteps::flops() const {
  return static_cast<double>(options_.train.batch) *
         flops_an_image(objective_.networks(), options_.train);
}

}  // namespace renyi::bench
