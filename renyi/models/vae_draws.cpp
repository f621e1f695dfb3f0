#include "renyi/models/vae_draws.hpp"

#include <algorithm>

#include "renyi/core/grow.hpp"
#include "renyi/nn/dense_kernels.hpp"
#include "renyi/nn/latent_kernels.hpp"

namespace renyi {
template <class T>
void VaeDraws<T>::reserve(const VaeNetworks& networks, Index draws) {
  levels_.resize(static_cast<std::size_t>(networks.layers()));
  Index at = 0, widest = 0;
  for (Index l = 0; l < networks.layers(); ++l) {
    Level& level = levels_[static_cast<std::size_t>(l)];
    const Index size = networks.latents(l);
    if (l > 0) level.encoder.reserve(networks.encoder(l).layout, draws);
    level.decoder.reserve(networks.decoder(l).layout, draws);
    for (std::vector<T>* part : {&level.latents, &level.sds, &level.gradients})
      grow(*part, draws * size);
    level.noise_at = at;
    at += size;
    widest = std::max(widest, size);
  }
  grow(noise_, draws * networks.all_latents());
  grow(input_gradients_, draws * widest);
  grow(ratios_, draws);
}

template <class T>
void VaeDraws<T>::forward(const VaeNetworks& networks, const T* parameters, const VaeImages<T>& in,
                          double* log_weights, Keep keep) {
  const auto& latent = kernels::latent_kernels<T>();
  std::fill_n(log_weights, in.draws, 0.0);
  for (Index l = 0; l < networks.layers(); ++l) {
    Level& level = levels_[static_cast<std::size_t>(l)];
    if (l > 0)
      level.encoder.forward(networks.encoder(l).layout, parameters + networks.encoder(l).offset,
                            latents(l - 1), in.draws);
    latent.draw({.heads = l == 0 ? in.heads : level.encoder.outputs(),
                 .size = networks.latents(l),
                 .per_head = l == 0 ? in.per_image : 1,
                 .draws = in.draws,
                 .noise = noise_of(level),
                 .noise_stride = networks.all_latents(),
                 .latents = level.latents.data(),
                 .sds = level.sds.data()},
                log_weights);
    using LastBiases = typename DensePass<T>::LastBiases;
    level.decoder.forward(networks.decoder(l).layout, parameters + networks.decoder(l).offset,
                          latents(l), in.draws, l == 0 ? LastBiases::left : LastBiases::added);
    if (l > 0)
      latent.add_density(
          {level.decoder.outputs(), networks.latents(l - 1), in.draws, latents(l - 1)},
          log_weights);
  }
  latent.add_prior(latents(networks.layers() - 1), networks.latents(networks.layers() - 1),
                   in.draws, log_weights);
  const auto& pixel = kernels::pixel_kernels<T>();
  const VaeNetwork& decoder = networks.decoder(0);
  const kernels::PixelDraws<T> draws{
      .likelihood = networks.spec().likelihood,
      .outputs = levels_.front().decoder.outputs(),
      .biases = parameters + decoder.offset + decoder.layout.layers().back().biases(),
      .images = in.images,
      .pixels = networks.spec().pixels,
      .per_image = in.per_image,
      .draws = in.draws};
  keep == Keep::slopes ? pixel.add_with_slopes(draws, log_weights) : pixel.add(draws, log_weights);
}

template <class T>
void VaeDraws<T>::backward(const VaeNetworks& networks, const T* parameters, const VaeImages<T>& in,
                           const VaeCoefficients& coefficients, const VaeGradient<T>& out) {
  const auto& latent = kernels::latent_kernels<T>();
  const auto& dense = kernels::dense_kernels<T>();
  const Index draws = in.draws, top = networks.layers() - 1;
  // The decoders' parameters count with the model's coefficients, what reaches the latents through
  // them with the path's; the ratio turns the one into the other.
  bool paths_differ = false;
  for (Index r = 0; r < draws; ++r) {
    const double model = coefficients.model[r], path = coefficients.path[r];
    ratios_[static_cast<std::size_t>(r)] = model == 0.0 ? 0.0 : path / model;
    paths_differ = paths_differ || model != path;
  }
  for (Index l = 0; l <= top; ++l) {
    Level& level = levels_[static_cast<std::size_t>(l)];
    const VaeNetwork& decoder = networks.decoder(l);
    if (l == 0)
      dense.scale_rows({level.decoder.outputs(), draws, decoder.layout.shape().outputs},
                       coefficients.model);
    else
      latent.pull_back_density(
          {level.decoder.outputs(), networks.latents(l - 1), draws, latents(l - 1)},
          coefficients.model, coefficients.path,
          levels_[static_cast<std::size_t>(l - 1)].gradients.data());
    level.decoder.backward(decoder.layout, parameters + decoder.offset, latents(l), draws,
                           {.parameters = out.parameters + decoder.offset,
                            .input = level.gradients.data(),
                            .is_first = out.is_first});
    if (paths_differ)
      dense.scale_rows({level.gradients.data(), draws, networks.latents(l)}, ratios_.data());
  }
  latent.pull_back_prior(latents(top), networks.latents(top), draws, coefficients.path,
                         levels_.back().gradients.data());
  for (Index l = top; l > 0; --l)
    pull_back_encoder(networks, l, parameters, draws, coefficients, out);
  const Level& first = levels_.front();
  latent.pull_back_draw({.latent_gradients = first.gradients.data(),
                         .sds = first.sds.data(),
                         .noise = noise_of(first),
                         .noise_stride = networks.all_latents(),
                         .size = networks.latents(0),
                         .per_head = in.per_image,
                         .draws = draws,
                         .path = coefficients.path,
                         .score = coefficients.score,
                         .head_gradients = out.head_outputs});
}

// The parameters of encoder l see its density with the score's coefficients; what reaches the
// latents below sees it with the path's, because there it is the latents that move.
template <class T>
void VaeDraws<T>::pull_back_encoder(const VaeNetworks& networks, Index l, const T* parameters,
                                    Index draws, const VaeCoefficients& coefficients,
                                    const VaeGradient<T>& out) {
  Level& level = levels_[static_cast<std::size_t>(l)];
  Level& below = levels_[static_cast<std::size_t>(l - 1)];
  const VaeNetwork& encoder = networks.encoder(l);
  const auto put_head_gradients = [&](const double* score) {
    std::fill_n(level.encoder.outputs(), draws * 2 * networks.latents(l), T{0});
    kernels::latent_kernels<T>().pull_back_draw({.latent_gradients = level.gradients.data(),
                                                 .sds = level.sds.data(),
                                                 .noise = noise_of(level),
                                                 .noise_stride = networks.all_latents(),
                                                 .size = networks.latents(l),
                                                 .per_head = 1,
                                                 .draws = draws,
                                                 .path = coefficients.path,
                                                 .score = score,
                                                 .head_gradients = level.encoder.outputs()});
  };
  const auto pull_back = [&](const typename DensePass<T>::Gradients& to) {
    level.encoder.backward(encoder.layout, parameters + encoder.offset, latents(l - 1), draws, to);
  };
  T* const of_parameters = out.parameters + encoder.offset;
  put_head_gradients(coefficients.score);
  if (std::equal(coefficients.path, coefficients.path + draws, coefficients.score)) {
    pull_back({of_parameters, input_gradients_.data(), out.is_first});
  } else {
    pull_back({of_parameters, nullptr, out.is_first});
    put_head_gradients(coefficients.path);
    pull_back({nullptr, input_gradients_.data(), false});
  }
  const Index size = draws * networks.latents(l - 1);
  for (Index i = 0; i < size; ++i)
    below.gradients[static_cast<std::size_t>(i)] += input_gradients_[static_cast<std::size_t>(i)];
}

template class VaeDraws<float>;
template class VaeDraws<double>;

}  // namespace renyi
