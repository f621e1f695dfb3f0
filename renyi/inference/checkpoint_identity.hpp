// What a saved run is a run of: kind, options and data. It may only go on where all of them are the
// same. Where it stands is train_state.hpp's, the file checkpoint.hpp's.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "renyi/core/tensor.hpp"
#include "renyi/inference/train_options.hpp"

namespace renyi {

struct CheckpointIdentity {
  std::string kind = {};                            // "bnn", "vae"
  std::map<std::string, std::string> options = {};  // all that the bits depend on, as text
  std::string data = {};                            // a fingerprint
  std::int64_t epochs = 0;
  // Empty where the steps so far are the same for a run of any length; else what depends on it.
  std::string length_matters = {};
};

// With the options of training and the seed, and `more` of the caller's.
CheckpointIdentity checkpoint_identity(const std::string& kind, const TrainOptions& train,
                                       std::map<std::string, std::string> more,
                                       const std::string& data);

// As metadata of the file.
void save_identity(const CheckpointIdentity& identity, TensorFile& file);

// Throws DataError where the file is a run of another kind, with other options (which are named) or
// of other data, or where only its length differs and that matters. `done` epochs are behind it,
// of which a shorter run cannot rid itself.
void require_identity(const CheckpointIdentity& expected, std::int64_t done, const TensorFile& file,
                      const std::string& path);

}  // namespace renyi
