// Loops over draws of Gaussian layers: the draws, their log densities, and the derivatives of both.
// The networks that give means and standard deviations are dense_network.hpp's.
//
// A head is a row of `size` means, then `size` logarithms of standard deviations. Densities leave
// out their constant -size/2 log 2 pi, which cancels between a draw's two densities.
#pragma once

#include "renyi/core/matrix.hpp"

namespace renyi::kernels {

// Draw r belongs to head r / per_head; its noise begins at noise + r * noise_stride.
template <class T>
struct LatentDraws {
  const T* heads;
  Index size, per_head, draws;
  const T* noise;
  Index noise_stride;
  T* latents;  // draws x size
  T* sds;      // draws x size
};

// Of each draw r under head r.
template <class T>
struct LatentDensities {
  T* heads;
  Index size, draws;
  const T* latents;
};

// `latent_gradients` holds what has arrived at the latents, less that of the draw's own density.
template <class T>
struct LatentGradients {
  const T* latent_gradients;
  const T* sds;
  const T* noise;
  Index noise_stride;
  Index size, per_head, draws;
  const double* path;
  const double* score;
  T* head_gradients;
};

template <class T>
struct LatentKernels {
  // latents = mean + sd noise, sds = sd, and log_weights -= log density of the draw.
  void (*draw)(const LatentDraws<T>& draws, double* log_weights);
  // head_gradients += the derivatives by the heads that the draws came from, over all of a head's:
  //   by the mean: gradient + (path - score) noise / sd
  //   by log sd:   (the same) sd noise + score
  void (*pull_back_draw)(const LatentGradients<T>& gradients);

  // log_weights += log density.
  void (*add_density)(const LatentDensities<T>& densities, double* log_weights);
  // heads = model times the derivatives of the log density by the head; latent_gradients += path
  // times those by the latents.
  void (*pull_back_density)(const LatentDensities<T>& densities, const double* model,
                            const double* path, T* latent_gradients);

  // The same of the standard normal.
  void (*add_prior)(const T* latents, Index size, Index draws, double* log_weights);
  void (*pull_back_prior)(const T* latents, Index size, Index draws, const double* path,
                          T* latent_gradients);
};

// The best for this machine.
template <class T>
const LatentKernels<T>& latent_kernels();

}  // namespace renyi::kernels
