#include "renyi/inference/bnn_moments.hpp"

#include <algorithm>
#include <array>

#include "renyi/families/mean_field_kernels.hpp"

namespace renyi {
namespace {

// So many weights a piece, if so many pieces are worth a loop on several threads.
constexpr Index piece = 512, fewest_pieces = 8;

// f(begin, size, index) for each piece of the weights.
template <class F>
void each_piece(Index weights, ThreadPool* pool, F f) {
  const Partition parts(weights, piece);
  const auto run = [&](std::int64_t i) { f(parts.begin(i), parts.size(i), i); };
  if (pool != nullptr && parts.shards() >= fewest_pieces)
    return pool->for_each(parts.shards(), run);
  for (std::int64_t i = 0; i < parts.shards(); ++i) run(i);
}

// The shards' sums for a piece of the weights, as derivatives in means and log sds.
template <class T>
class PieceSums {
 public:
  PieceSums(std::span<const BnnShard<T>> shards, Index begin, Index size)
      : shards_(shards), begin_(begin), size_(size) {
    for (const BnnShard<T>& shard : shards) {
      if (shard.sums().empty) continue;
      slope_parts_[used_] = shard.sums().slopes.data() + begin;
      product_parts_[used_++] = shard.sums().noise_products.data() + begin;
    }
    kernels::sum_parts(kernels::PartSums<T>{.parts = slope_parts_.data(),
                                            .count = static_cast<Index>(used_),
                                            .size = size,
                                            .out = means.data()});
  }

  bool has_path() const {
    return std::any_of(shards_.begin(), shards_.end(),
                       [](const BnnShard<T>& shard) { return !shard.sums().path_noise.empty(); });
  }
  // Where path and score are one.
  void finish(const T* sds, double score) { sum_products(sds, score); }
  void finish_path(const double* sds, double score) {
    sum_products(nullptr, 0.0);
    for (std::size_t i = 0; i < size(); ++i) log_sds[i] = log_sds[i] * sds[i] + score;
    for (const BnnShard<T>& shard : shards_) {
      if (shard.sums().path_noise.empty()) continue;
      const double* noise = shard.sums().path_noise.data() + begin_;
      const double* square = shard.sums().path_square.data() + begin_;
      for (std::size_t i = 0; i < size(); ++i) {
        means[i] += noise[i] / sds[i];
        log_sds[i] += square[i];
      }
    }
  }

  std::array<double, piece> means{}, log_sds{};

 private:
  void sum_products(const T* factors, double offset) {
    kernels::sum_parts(kernels::PartSums<T>{.parts = product_parts_.data(),
                                            .count = static_cast<Index>(used_),
                                            .size = size_,
                                            .out = log_sds.data(),
                                            .factors = factors,
                                            .offset = offset});
  }
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  std::span<const BnnShard<T>> shards_;
  Index begin_, size_;
  std::array<const T*, most_bnn_shards> slope_parts_{}, product_parts_{};
  std::size_t used_ = 0;
};

// The sds in double: where path and score differ, large terms cancel, and sds that were rounded to
// float would show.
void exact_sds(const MeanFieldGaussian& family, const double* locations, const double* scales,
               Index size, double* sds) {
  std::array<double, piece> means{}, shares{};
  kernels::fill_moments(family, kernels::Moments<double>{.locations = locations,
                                                         .scales = scales,
                                                         .size = size,
                                                         .mean = means.data(),
                                                         .sd = sds,
                                                         .share = shares.data()});
}

}  // namespace

template <class T>
void BnnMoments<T>::fill(const Vector& parameters, ThreadPool* pool, BnnBatch<T>& batch) {
  const Index n = batch.weights();
  share_.resize(static_cast<std::size_t>(n));
  log_sd_sums_.resize(static_cast<std::size_t>(Partition(n, piece).shards()));
  each_piece(n, pool, [&](Index begin, Index size, Index part) {
    log_sd_sums_[static_cast<std::size_t>(part)] = kernels::fill_moments(
        batch.model.family, kernels::Moments<T>{.locations = parameters.data() + begin,
                                                .scales = parameters.data() + n + begin,
                                                .size = size,
                                                .mean = batch.mean.data() + begin,
                                                .sd = batch.sd.data() + begin,
                                                .share = share_.data() + begin});
  });
  batch.log_sd_sum = 0.0;
  for (const double sum : log_sd_sums_) batch.log_sd_sum += sum;
  batch.log_variance = has_noise_level(batch.model.likelihood) ? parameters(2 * n) : 0.0;
}

template <class T>
void BnnMoments<T>::pull_back(const Vector& parameters, const BnnBatch<T>& batch,
                              std::span<const BnnShard<T>> shards, ThreadPool* pool,
                              Vector& gradient) const {
  const Index n = batch.weights();
  const MeanFieldGaussian& family = batch.model.family;
  double score = 0.0, log_variance = 0.0;
  for (const BnnShard<T>& shard : shards) {
    score += shard.sums().score;
    log_variance += shard.sums().log_variance;
  }
  if (has_noise_level(batch.model.likelihood)) gradient(2 * n) += log_variance;
  each_piece(n, pool, [&](Index begin, Index size, Index) {
    const double* locations = parameters.data() + begin;
    PieceSums<T> sums(shards, begin, size);
    if (sums.has_path()) {
      std::array<double, piece> sds{};
      exact_sds(family, locations, locations + n, size, sds.data());
      sums.finish_path(sds.data(), score);
    } else {
      sums.finish(batch.sd.data() + begin, score);
    }
    kernels::pull_back_moments(
        family, kernels::MomentsGradient<T>{.locations = locations,
                                            .sd = batch.sd.data() + begin,
                                            .share = share_.data() + begin,
                                            .size = size,
                                            .mean_gradient = sums.means.data(),
                                            .log_sd_gradient = sums.log_sds.data(),
                                            .location_gradient = gradient.data() + begin,
                                            .scale_gradient = gradient.data() + n + begin});
  });
}

template class BnnMoments<float>;
template class BnnMoments<double>;

}  // namespace renyi
