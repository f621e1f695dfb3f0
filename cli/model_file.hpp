// Fitted models to their files and back, as far as commands share it. What is in them is the
// models'.
#pragma once

#include <string>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/tensor.hpp"
#include "renyi/models/vae_model.hpp"

namespace renyi::cli {

// With the version and the order among its notes; nothing without a path.
void save_model(const std::string& path, TensorFile file, Alpha alpha);

// What is left of the work when it ends early, and how it goes on, if `way_on` says it.
std::string where_saved(const std::string& path, const std::string& way_on = "");

// DataError where the file is none, or that of another model.
VaeModel load_vae(const std::string& path);

}  // namespace renyi::cli
