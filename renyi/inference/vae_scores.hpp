// How probable images are under an auto-encoder: log p(x) by importance sampling from its encoder,
// image by image in constant memory, with what tells whether to trust it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "renyi/core/communicator.hpp"
#include "renyi/core/parallel.hpp"
#include "renyi/core/row_source.hpp"
#include "renyi/models/vae_model.hpp"

namespace renyi {

struct VaeScoreOptions {
  std::int64_t draws = 5000;
  std::uint64_t seed = 1;
};

struct VaeScores {
  Vector log_likelihoods = {};  // the bound of order 0 with that many draws, of each image
  Vector effective_draws = {};  // (sum w)^2 / sum w^2
  Vector pareto_k = {};         // NaN where the draws do not tell
  double mean() const { return log_likelihoods.mean(); }
  double standard_error() const;  // of the mean, over images; NaN of one
};

// Called after each image, from any thread but one at a time: how many are done. False stops.
using VaeProgress = std::function<bool(Index done)>;

// Images as in the file; those of a model that binarises are binarised. The result depends on the
// seed and the image's number alone. Where progress says stop, images not done have NaN. Other
// processes take their share of the images, and all get all scores.
VaeScores score_images(const VaeModel& model, const RowsView& images,
                       const VaeScoreOptions& options, ThreadPool* pool = nullptr,
                       const VaeProgress& progress = {}, Communicator* others = nullptr);

}  // namespace renyi
