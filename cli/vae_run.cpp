#include "cli/vae_run.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "cli/image_input.hpp"
#include "renyi/data/holdout.hpp"
#include "renyi/inference/vae_scores.hpp"

namespace renyi::cli {

VaeRun::VaeRun(VaeFlags flags, const ImageSet& images, std::uint64_t seed)
    : flags_(std::move(flags)), images_(images.pixels), seed_(seed) {
  options_ = flags_.options(images, facts_of(images.pixels), seed);
  require_fit(images, model_at({}).spec);
  prepare(source_of(images));
}

VaeRun::VaeRun(VaeFlags flags, const ImageFile& images, std::uint64_t seed)
    : flags_(std::move(flags)), images_(images), seed_(seed) {
  options_ = flags_.options(images.description(), facts_of(images), seed);
  require_fit(images, model_at({}).spec);
  prepare(source_of(images));
}

void VaeRun::prepare(const DataSource& source) {
  sources_ = {source};
  if (flags_.validate_share > 0.0) keep_apart();
  if (!flags_.validate_images.empty()) read_validation();
}

void VaeRun::keep_apart() {
  std::vector<Index> all(static_cast<std::size_t>(images_.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  Holdout split;
  with_flag("validate", [&] { split = hold_out(all, flags_.validate_share, seed_, 0); });
  validate_.resize(std::ssize(split.apart), images_.cols());
  images_.copy(split.apart, validate_.data());
  kept_.emplace(images_, split.kept);
}

// Like the images to learn from.
void VaeRun::read_validation() {
  ImageSet images =
      read_for_model({.images = flags_.validate_images, .variable = flags_.variable}, model_at({}));
  sources_.push_back(source_of(images));
  validate_ = std::move(images.pixels);
}

VaeModel VaeRun::model_at(const VectorF& parameters) const {
  return vae_model(options_, images_.cols(), parameters);
}

// The images by their files and the share that is kept apart.
CheckpointIdentity VaeRun::identity() const {
  std::string data;
  for (const DataSource& source : sources_) data += source.fingerprint + " ";
  CheckpointIdentity identity = vae_identity(options_, data);
  identity.options["height"] = fmt::to_string(options_.treatment.height);
  identity.options["width"] = fmt::to_string(options_.treatment.width);
  identity.options["validate"] = fmt::to_string(flags_.validate_share);
  identity.options["validate-draws"] = fmt::to_string(flags_.validate_draws);
  return identity;
}

VaeFit VaeRun::train(BasicTrainState<float>& state, std::vector<Observer> observers,
                     ThreadPool* pool, const Processes& processes) const {
  BasicTrainHooks<float> hooks{.observers = std::move(observers), .processes = processes};
  if (validate_.rows() > 0)
    hooks.score = [&](const VectorF& parameters) {
      return score_images(model_at(parameters), validate_,
                          {.draws = flags_.validate_draws, .seed = seed_}, pool, {},
                          processes.communicator)
          .mean();
    };
  return fit_vae(options_, learn(), state, pool, hooks);
}

}  // namespace renyi::cli
