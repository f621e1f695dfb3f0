// An auto-encoder of images as the flags of `renyi fit vae` say: images parted, training, the
// model. Reading the images, saving and what people are told are the callers'.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/vae_flags.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

class VaeRun {
 public:
  // `images` as read with the flags' image_options(); they must outlive it. DataError where they do
  // not suit the likelihood, or a file of images to validate by does not suit them.
  VaeRun(VaeFlags flags, const ImageSet& images, std::uint64_t seed);
  VaeRun(const VaeRun&) = delete;
  VaeRun& operator=(const VaeRun&) = delete;
  ~VaeRun() = default;

  const VaeOptions& options() const { return options_; }
  const MatrixF& learn() const { return is_parted_ ? kept_ : images_.pixels; }
  const MatrixF& validate() const { return validate_; }
  const std::vector<DataSource>& sources() const { return sources_; }
  CheckpointIdentity identity() const;

  // Throws as fit_vae() does.
  VaeFit train(BasicTrainState<float>& state, std::vector<Observer> observers,
               ThreadPool* pool) const;
  VaeModel model_at(const VectorF& parameters) const;

 private:
  void keep_apart();
  void read_validation();

  VaeFlags flags_;
  const ImageSet& images_;
  std::uint64_t seed_;
  VaeOptions options_ = {};
  std::vector<DataSource> sources_ = {};
  bool is_parted_ = false;
  MatrixF kept_ = {}, validate_ = {};  // kept: those to learn from, where others are kept apart
};

}  // namespace renyi::cli
