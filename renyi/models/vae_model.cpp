#include "renyi/models/vae_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "renyi/core/vector_math.hpp"

namespace renyi {
namespace {

constexpr Index rows_at_once = 256;

// The network's outputs for each row of the inputs.
MatrixF outputs(const VaeNetwork& network, const VectorF& parameters, const MatrixF& inputs) {
  const DenseLayout& layout = network.layout;
  MatrixF all(inputs.rows(), layout.shape().outputs);
  DensePass<float> pass;
  pass.reserve(layout, std::min(rows_at_once, inputs.rows()));
  for (Index begin = 0; begin < inputs.rows(); begin += rows_at_once) {
    const Index count = std::min(rows_at_once, inputs.rows() - begin);
    pass.forward(layout, parameters.data() + network.offset, inputs.row(begin).data(), count);
    std::copy_n(pass.outputs(), count * all.cols(), all.row(begin).data());
  }
  return all;
}

// Of the pixels, given the first decoder's outputs.
MatrixF pixel_means(const VaeSpec& spec, const MatrixF& outputs) {
  MatrixF means = outputs.leftCols(spec.pixels);
  if (spec.likelihood.model == PixelModel::bernoulli ||
      spec.likelihood.mean == PixelMean::sigmoid) {
    const std::span<float> all(means.data(), static_cast<std::size_t>(means.size()));
    kernels::sigmoid(all, all);
  }
  return means;
}

void require_pixels(const VaeModel& model, const MatrixF& images) {
  if (images.cols() != model.spec.pixels)
    throw UsageError(fmt::format("images: expected {} pixels, as the model has, found {}",
                                 model.spec.pixels, images.cols()));
}

}  // namespace

MatrixF sample_images(const VaeModel& model, Index count, std::uint64_t seed) {
  const VaeNetworks networks(model.spec);
  const auto noise = [&](Index layer) {
    MatrixF normals(count, networks.latents(layer));
    for (Index i = 0; i < count; ++i)
      fill_normal({seed, Purpose::sample, static_cast<std::uint32_t>(layer)},
                  {.row = static_cast<std::uint64_t>(i)},
                  std::span(normals.row(i).data(), static_cast<std::size_t>(normals.cols())));
    return normals;
  };
  MatrixF latents = noise(networks.layers() - 1);
  for (Index l = networks.layers() - 1; l > 0; --l) {
    const MatrixF heads = outputs(networks.decoder(l), model.parameters, latents);
    const Index size = networks.latents(l - 1);
    const MatrixF below = noise(l - 1);
    latents = heads.leftCols(size).array() + heads.rightCols(size).array().exp() * below.array();
  }
  return pixel_means(model.spec, outputs(networks.decoder(0), model.parameters, latents));
}

LatentCodes encode_images(const VaeModel& model, const MatrixF& images, Index layer) {
  require_pixels(model, images);
  const VaeNetworks networks(model.spec);
  if (layer < 1 || layer > networks.layers())
    throw UsageError(fmt::format("layer: expected 1 to {}, found {}", networks.layers(), layer));
  LatentCodes codes{.means = images, .sds = {}};
  for (Index l = 0; l < layer; ++l) {
    const MatrixF heads = outputs(networks.encoder(l), model.parameters, codes.means);
    codes.means = heads.leftCols(networks.latents(l));
    codes.sds = heads.rightCols(networks.latents(l)).array().exp();
  }
  return codes;
}

MatrixF reconstruct_images(const VaeModel& model, const MatrixF& images) {
  const MatrixF latents = encode_images(model, images).means;
  return pixel_means(model.spec,
                     outputs(VaeNetworks(model.spec).decoder(0), model.parameters, latents));
}

MatrixF binarise_images(const MatrixF& images, std::uint64_t seed) {
  MatrixF binary(images.rows(), images.cols());
  for (Index i = 0; i < images.rows(); ++i)
    binarise_image({seed, Purpose::binarise}, static_cast<std::uint64_t>(i), images.row(i).data(),
                   std::span(binary.row(i).data(), static_cast<std::size_t>(images.cols())));
  return binary;
}

void binarise_image(const Stream& stream, std::uint64_t row, const float* image,
                    std::span<float> out) {
  fill_uniform(stream, {.row = row}, out);
  kernels::compare_levels(image, std::ssize(out), out.data());
}

}  // namespace renyi
