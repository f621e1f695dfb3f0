// A fitted model from the file that it was saved to, whatever kind it is.
#pragma once

#include <memory>
#include <string>

#include "renyi/core/tensor.hpp"
#include "renyi/models/predictive_model.hpp"

namespace renyi {

// Throws DataError: no_input where the file cannot be opened; else where it is no safetensors file,
// no model, a model of a kind that is not known, or a damaged one.
std::unique_ptr<PredictiveModel> load_model(const std::string& path);
// From a file that was read already; `path` stands in messages.
std::unique_ptr<PredictiveModel> load_model(const TensorFile& file, const std::string& path);

}  // namespace renyi
