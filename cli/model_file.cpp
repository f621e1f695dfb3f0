#include "cli/model_file.hpp"

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/core/version.hpp"
#include "renyi/data/excerpt.hpp"

namespace renyi::cli {

void save_model(const std::string& path, TensorFile file, Alpha alpha) {
  if (path.empty()) return;
  file.metadata["renyi"] = version;
  file.metadata["alpha"] = alpha.to_string();
  write_safetensors(path, file);
}

std::string where_saved(const std::string& path, const std::string& way_on) {
  const std::string saved =
      path.empty() ? "nothing is saved without --model" : "the model so far is in " + path;
  return way_on.empty() ? saved : saved + "; " + way_on;
}

VaeModel load_vae(const std::string& path) {
  const TensorFile file = read_safetensors(path);
  if (!is_vae(file))
    throw DataError({.file = path}, "an auto-encoder, which `renyi fit vae` saves",
                    "a model of kind " + excerpt(read_metadata(file, "kind", path)));
  return VaeModel::load(file, path);
}

}  // namespace renyi::cli
