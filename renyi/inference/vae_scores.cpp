#include "renyi/inference/vae_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include "renyi/bound/evidence_stream.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/subnormals.hpp"
#include "renyi/models/vae_draws.hpp"

namespace renyi {
namespace {

// Draws that are computed at a time.
constexpr Index most_at_once = 512;

// The memory of one thread, and the evidence of one image.
class Scorer {
 public:
  Scorer(const VaeNetworks& networks, const VaeModel& model, const VaeScoreOptions& options)
      : networks_(networks), model_(model), options_(options), evidence_(options.draws) {
    const Index at_once = std::min<Index>(most_at_once, options.draws);
    encoder_.reserve(networks.encoder(0).layout, 1);
    draws_.reserve(networks, at_once);
    log_weights_.resize(static_cast<std::size_t>(at_once));
    image_.resize(static_cast<std::size_t>(networks.spec().pixels));
    raw_ = image_;
  }

  const EvidenceStream& score(const RowsView& images, Index number) {
    const auto row = static_cast<std::uint64_t>(number);
    images.copy(std::span(&number, 1), raw_.data());
    if (model_.treatment.binarise)
      binarise_image({options_.seed, Purpose::binarise}, row, raw_.data(), image_);
    else
      image_ = raw_;
    const VaeNetwork& encoder = networks_.encoder(0);
    const float* parameters = model_.parameters.data();
    encoder_.forward(encoder.layout, parameters + encoder.offset, image_.data(), 1);
    evidence_.restart();
    for (Index k = 0; k < options_.draws; k += most_at_once) {
      const Index count = std::min<Index>(most_at_once, options_.draws - k);
      fill_normal({options_.seed, Purpose::evaluate},
                  {.row = row, .draw = static_cast<std::uint32_t>(k)},
                  Eigen::Map<MatrixF>(draws_.noise(), count, networks_.all_latents()));
      draws_.forward(networks_, parameters, {image_.data(), encoder_.outputs(), count, count},
                     log_weights_.data(), VaeDraws<float>::Keep::nothing);
      evidence_.add(std::span(log_weights_).first(static_cast<std::size_t>(count)));
    }
    return evidence_;
  }

 private:
  const VaeNetworks& networks_;
  const VaeModel& model_;
  const VaeScoreOptions& options_;
  EvidenceStream evidence_;
  DensePass<float> encoder_;
  VaeDraws<float> draws_;
  std::vector<double> log_weights_;
  std::vector<float> raw_, image_;
};

}  // namespace

double VaeScores::standard_error() const {
  const auto n = static_cast<double>(log_likelihoods.size());
  if (n < 2.0) return std::numeric_limits<double>::quiet_NaN();
  return std::sqrt((log_likelihoods.array() - mean()).square().sum() / (n * (n - 1.0)));
}

VaeScores score_images(const VaeModel& model, const RowsView& images,
                       const VaeScoreOptions& options, ThreadPool* pool,
                       const VaeProgress& progress, Communicator* others) {
  if (images.cols() != model.spec.pixels)
    throw UsageError(fmt::format("images: expected {} pixels, as the model has, found {}",
                                 model.spec.pixels, images.cols()));
  if (options.draws < 1 || options.draws > std::int64_t{max_draw})
    throw UsageError(fmt::format("draws: expected 1 to 2^24 - 1, found {}", options.draws));
  const VaeNetworks networks(model.spec);
  const Vector none = Vector::Constant(images.rows(), std::numeric_limits<double>::quiet_NaN());
  VaeScores scores{none, none, none};
  const Share own = others == nullptr ? Share{0, images.rows()}
                                      : share_of(images.rows(), others->rank(), others->size());
  std::atomic<Index> next = own.begin;
  std::atomic<bool> stopped = false;
  std::mutex mutex;
  Index done = 0;
  const FlushSubnormals flush;
  // Each worker takes images as it comes to them: what an image gives does not depend on it.
  const auto work = [&](std::int64_t /*worker*/) {
    Scorer scorer(networks, model, options);
    for (Index i = next++; i < own.end && !stopped; i = next++) {
      const EvidenceStream& evidence = scorer.score(images, i);
      scores.log_likelihoods(i) = evidence.log_mean_weight();
      scores.effective_draws(i) = evidence.effective_draws();
      if (const auto k = evidence.pareto_k()) scores.pareto_k(i) = *k;
      if (!progress) continue;
      const std::scoped_lock lock(mutex);
      if (!progress(++done)) stopped = true;
    }
  };
  if (pool != nullptr)
    pool->for_each(pool->threads(), work);
  else
    work(0);
  if (others != nullptr)
    for (Vector* part : {&scores.log_likelihoods, &scores.effective_draws, &scores.pareto_k})
      others->all_gather(part->data(), part->size());
  return scores;
}

}  // namespace renyi
