#include "renyi/models/load_model.hpp"

#include <array>

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/models/bnn_model.hpp"
#include "renyi/models/glm_model.hpp"
#include "renyi/models/linear_model.hpp"

namespace renyi {
namespace {

template <class Model>
std::unique_ptr<PredictiveModel> load(const TensorFile& file, const std::string& path) {
  return std::make_unique<Model>(Model::load(file, path));
}

struct Kind {
  std::string_view name;
  std::unique_ptr<PredictiveModel> (*load)(const TensorFile&, const std::string& path);
};

// A new kind of model is one line here.
constexpr std::array<Kind, 5> kinds = {{{LinearModel::name, load<LinearModel>},
                                        {BnnModel::name, load<BnnModel>},
                                        {to_string(GlmFamily::logistic), load<GlmModel>},
                                        {to_string(GlmFamily::probit), load<GlmModel>},
                                        {to_string(GlmFamily::poisson), load<GlmModel>}}};

}  // namespace

std::unique_ptr<PredictiveModel> load_model(const std::string& path) {
  return load_model(read_safetensors(path), path);
}

std::unique_ptr<PredictiveModel> load_model(const TensorFile& file, const std::string& path) {
  const std::string& name = read_metadata(file, "kind", path);
  std::string known;
  for (const Kind& kind : kinds) {
    if (kind.name == name) return kind.load(file, path);
    known += (known.empty() ? "" : &kind == &kinds.back() ? " or " : ", ") + std::string(kind.name);
  }
  throw DataError({.file = path}, "a model of kind " + known, excerpt(name));
}

}  // namespace renyi
