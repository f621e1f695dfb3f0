// Log-weights of many draws of some images' latents, for what asks how bounds of fewer draws would
// differ from log p(x).
#pragma once

#include <cstdint>

#include "renyi/core/parallel.hpp"
#include "renyi/models/vae_model.hpp"

namespace renyi {

// Draws x images. Images as in the file; those of a model that binarises are binarised, once for
// all draws. Memory beside the result does not grow with the draws. Throws UsageError where the
// images do not fit the model.
Matrix vae_log_weights(const VaeModel& model, const MatrixF& images, Index draws,
                       std::uint64_t seed, ThreadPool* pool = nullptr);

}  // namespace renyi
