// The auto-encoder in a safetensors file: VaeModel's save and load.
#include <fmt/format.h>

#include <cstring>

#include "renyi/core/error.hpp"
#include "renyi/data/metadata.hpp"
#include "renyi/models/vae_model.hpp"
#include "renyi/nn/network_layout.hpp"

namespace renyi {
namespace {

Tensor float_tensor(std::vector<std::int64_t> shape, const float* values, Index count) {
  Tensor tensor{.type = ElementType::f32, .shape = std::move(shape)};
  tensor.bytes.resize(static_cast<std::size_t>(count) * sizeof(float));
  std::memcpy(tensor.bytes.data(), values, tensor.bytes.size());
  return tensor;
}

// f(name, shape, offset) for each tensor of the parameters.
template <class F>
void for_each_tensor(const VaeNetworks& networks, const F& f) {
  for (const bool is_encoder : {true, false})
    for (Index l = 0; l < networks.layers(); ++l) {
      const VaeNetwork& network = is_encoder ? networks.encoder(l) : networks.decoder(l);
      const auto& layers = network.layout.layers();
      for (std::size_t i = 0; i < layers.size(); ++i) {
        const std::string name = fmt::format(
            "{}.{}.{}", is_encoder ? "encoder" : "decoder", l + 1,
            i + 1 == layers.size() ? std::string("output") : fmt::format("hidden.{}", i + 1));
        f(name + ".weight", std::vector<std::int64_t>{layers[i].inputs, layers[i].outputs},
          network.offset + layers[i].offset);
        f(name + ".bias", std::vector<std::int64_t>{layers[i].outputs},
          network.offset + layers[i].biases());
      }
    }
}

Index count_of(const std::vector<std::int64_t>& shape) {
  Index count = 1;
  for (const std::int64_t size : shape) count *= size;
  return count;
}

}  // namespace

bool is_vae(const TensorFile& file) {
  const auto kind = file.metadata.find("kind");
  return kind != file.metadata.end() && kind->second == VaeModel::name;
}

TensorFile VaeModel::save() const {
  TensorFile file;
  file.metadata = {{"kind", std::string(name)},
                   {"pixels", fmt::to_string(spec.pixels)},
                   {"architecture", to_string(spec.architecture)},
                   {"activation", std::string(to_string(spec.activation))},
                   {"likelihood", std::string(to_string(spec.likelihood.model))},
                   {"mean", std::string(to_string(spec.likelihood.mean))},
                   {"sd", fmt::format("{}", spec.likelihood.sd)},
                   {"height", fmt::to_string(treatment.height)},
                   {"width", fmt::to_string(treatment.width)},
                   {"binarise", fmt::to_string(treatment.binarise)},
                   {"invert", fmt::to_string(treatment.invert)},
                   {"transpose", fmt::to_string(treatment.transpose)}};
  for_each_tensor(VaeNetworks(spec), [&](const std::string& tensor,
                                         const std::vector<std::int64_t>& shape, Index at) {
    file.tensors[tensor] = float_tensor(shape, parameters.data() + at, count_of(shape));
  });
  return file;
}

VaeModel VaeModel::load(const TensorFile& file, const std::string& path) {
  VaeModel model;
  try {
    model.spec = {
        .pixels = read_number<Index>(file, "pixels", path),
        .architecture = parse_architecture(read_metadata(file, "architecture", path)),
        .activation = parse_enum<Activation>(read_metadata(file, "activation", path)),
        .likelihood = {.model = parse_enum<PixelModel>(read_metadata(file, "likelihood", path)),
                       .mean = parse_enum<PixelMean>(read_metadata(file, "mean", path)),
                       .sd = read_number<double>(file, "sd", path)}};
    constexpr Index most_pixels = 1 << 28;
    if (model.spec.pixels < 1 || model.spec.pixels > most_pixels)
      throw UsageError(fmt::format("pixels: expected 1 to 2^28, found {}", model.spec.pixels));
    const VaeNetworks networks(model.spec);
    // What the file claims is only believed once its tensors are there.
    for_each_tensor(networks, [&](const std::string& name, const std::vector<std::int64_t>& shape,
                                  Index /*at*/) {
      const auto found = file.tensors.find(name);
      if (found == file.tensors.end() || found->second.type != ElementType::f32 ||
          found->second.shape != shape)
        throw DataError({.file = path},
                        fmt::format("tensor '{}' of F32 {}", name, fmt::join(shape, " x ")),
                        found == file.tensors.end() ? "none" : "another type or shape");
    });
    model.parameters.resize(networks.parameters());
    for_each_tensor(networks, [&](const std::string& name,
                                  const std::vector<std::int64_t>& /*shape*/, Index at) {
      const std::string& bytes = file.tensors.at(name).bytes;
      std::memcpy(model.parameters.data() + at, bytes.data(), bytes.size());
    });
  } catch (const UsageError& error) {
    throw DataError({.file = path}, "an auto-encoder", error.what());
  }
  if (!model.parameters.allFinite())
    throw DataError({.file = path}, "parameters that are numbers", "others");
  model.treatment = {.height = read_number<Index>(file, "height", path),
                     .width = read_number<Index>(file, "width", path),
                     .binarise = read_flag(file, "binarise", path),
                     .invert = read_flag(file, "invert", path),
                     .transpose = read_flag(file, "transpose", path)};
  const auto& [height, width, binarise, invert, transpose] = model.treatment;
  if (height < 0 || width < 0 || (height > 0 && model.spec.pixels / height != width))
    throw DataError({.file = path}, fmt::format("images of {} pixels", model.spec.pixels),
                    fmt::format("{} x {}", height, width));
  return model;
}

}  // namespace renyi
