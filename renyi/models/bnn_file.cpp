// The network in a safetensors file: BnnModel's save and load.
#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/data/encoding_file.hpp"
#include "renyi/data/metadata.hpp"
#include "renyi/models/bnn_model.hpp"

namespace renyi {
namespace {

constexpr double most_units = 1 << 24;  // of a layer: more in a file are a lie

// The hidden layers' units, then the outputs.
NetworkShape read_network(const TensorFile& file, Index inputs, const std::string& path) {
  const Vector sizes = read_vector(file, "network.sizes", path);
  NetworkShape shape{.inputs = inputs,
                     .activation = parse_enum<Activation>(read_metadata(file, "activation", path))};
  for (const double size : sizes)
    if (!(size >= 1.0 && size <= most_units && size == std::floor(size)))
      throw UsageError(fmt::format("network.sizes: expected numbers of units, found {}", size));
  if (sizes.size() == 0) throw UsageError("network.sizes: expected numbers of units, found none");
  for (Index l = 0; l + 1 < sizes.size(); ++l) shape.hidden.push_back(static_cast<Index>(sizes(l)));
  shape.outputs = static_cast<Index>(sizes(sizes.size() - 1));
  return shape;
}

}  // namespace

TensorFile BnnModel::save() const {
  TensorFile file;
  save_encoding(encoding_, file);
  file.metadata["kind"] = std::string(name);
  file.metadata["activation"] = std::string(to_string(posterior_.network.activation));
  file.metadata["likelihood"] = std::string(to_string(posterior_.likelihood));
  const std::vector<Index>& hidden = posterior_.network.hidden;
  Vector sizes(static_cast<Index>(hidden.size()) + 1);
  for (std::size_t l = 0; l < hidden.size(); ++l)
    sizes(static_cast<Index>(l)) = static_cast<double>(hidden[l]);
  sizes(sizes.size() - 1) = static_cast<double>(posterior_.network.outputs);
  file.tensors["network.sizes"] = vector_tensor(sizes);
  file.tensors["weights.mean"] = vector_tensor(posterior_.mean);
  file.tensors["weights.sd"] = vector_tensor(posterior_.sd);
  file.tensors["noise.log_variance"] = vector_tensor(Vector::Constant(1, posterior_.log_variance));
  file.metadata["draws"] = fmt::to_string(draws_.count);
  file.metadata["seed"] = fmt::to_string(draws_.seed);
  save_conformal(conformal_, file);
  return file;
}

BnnModel BnnModel::load(const TensorFile& file, const std::string& path) {
  TableEncoding encoding = load_encoding(file, path);
  const Vector log_variance = read_vector(file, "noise.log_variance", path);
  const PredictiveDraws draws{.count = read_number<std::int64_t>(file, "draws", path),
                              .seed = read_number<std::uint64_t>(file, "seed", path)};
  try {
    BnnPosterior posterior{
        .network = read_network(file, encoding.width(), path),
        .likelihood = parse_enum<Likelihood>(read_metadata(file, "likelihood", path)),
        .mean = read_vector(file, "weights.mean", path),
        .sd = read_vector(file, "weights.sd", path),
        .log_variance = log_variance.size() == 1 ? log_variance(0) : std::nan("")};
    BnnModel model(std::move(encoding), std::move(posterior), draws);
    model.conformal_ = load_conformal(file, path);
    return model;
  } catch (const UsageError& problem) {
    throw DataError({.file = path}, "a network", problem.what());
  }
}

}  // namespace renyi
