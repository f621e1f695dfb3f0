#include "renyi/inference/vae_log_weights.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "renyi/inference/vae_objective.hpp"

namespace renyi {

Matrix vae_log_weights(const VaeModel& model, const MatrixF& images, Index draws,
                       std::uint64_t seed, ThreadPool* pool) {
  constexpr Index at_once = 100;
  const MatrixF pixels = model.treatment.binarise ? binarise_images(images, seed) : images;
  VaeObjective<float> objective(model.spec, pixels, false, pool);
  std::vector<Index> rows(static_cast<std::size_t>(images.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  Matrix all(draws, images.rows()), some;
  for (Index first = 0; first < draws; first += at_once) {
    const Index count = std::min(at_once, draws - first);
    objective.draw(model.parameters, rows, count,
                   {seed, Purpose::evaluate, static_cast<std::uint32_t>(first / at_once)}, some);
    all.middleRows(first, count) = some;
  }
  return all;
}

}  // namespace renyi
