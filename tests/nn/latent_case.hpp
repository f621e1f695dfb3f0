// Draws of a Gaussian layer, for tests of its kernels.
#pragma once

#include <cmath>
#include <vector>

#include "tests/nn/guarded.hpp"

namespace renyi::test {

// `draws` draws, `per_head` of each head; rows of noise are longer than the layer.
struct LatentCase {
  Index size, per_head, draws = 6, stride = size + 3;
  Vector heads = normal_numbers(draws / per_head * 2 * size, 1);
  Vector noise = normal_numbers(draws * stride, 2);
  Vector gradients = normal_numbers(draws * size, 3);
  Vector latents = normal_numbers(draws * size, 4);
  Vector model = normal_numbers(draws, 5), path = normal_numbers(draws, 6),
         score = normal_numbers(draws, 7);

  double mean(const Vector& of, Index r, Index j) const { return of(r / per_head * 2 * size + j); }
  double log_sd(const Vector& of, Index r, Index j) const { return mean(of, r, j + size); }
  double drawn(const Vector& of, Index r, Index j) const {
    return mean(of, r, j) + std::exp(log_sd(of, r, j)) * noise(r * stride + j);
  }
};

inline std::vector<LatentCase> latent_cases() {
  std::vector<LatentCase> list;
  for (const Index size : row_lengths())
    for (const Index per_head : {1, 3})
      list.push_back({.size = size, .per_head = per_head, .draws = size < 50 ? 6 : 3});
  return list;
}

}  // namespace renyi::test
