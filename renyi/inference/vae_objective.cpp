#include "renyi/inference/vae_objective.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "renyi/core/error.hpp"
#include "renyi/core/subnormals.hpp"

namespace renyi {

Partition vae_shards(Index images, Index shards) {
  constexpr Index enough = 25;
  if (shards > 0) return {images, std::max<Index>(1, (images + shards - 1) / shards)};
  return {images, std::max<Index>(1, std::min(enough, (images + 1) / 2))};
}

template <class T>
VaeObjective<T>::VaeObjective(const VaeSpec& spec, const RowsView& images, bool binarise,
                              ThreadPool* pool, const Processes& processes, Index shards)
    : networks_(spec),
      images_(images),
      binarise_(binarise),
      pool_(pool),
      processes_(processes),
      shard_count_(shards) {
  if (images.cols() != spec.pixels)
    throw UsageError(
        fmt::format("images: expected {} pixels, found {}", spec.pixels, images.cols()));
}

template <class T>
VaeStep<T> VaeObjective<T>::step_of(const VectorOf<T>& parameters) const {
  return {networks_, images_, binarise_, parameters.data(), rows_, draws_, stream_};
}

template <class T>
typename VaeObjective<T>::Shards& VaeObjective<T>::begin(std::span<const Index> rows, Index draws,
                                                         const Stream& stream) {
  rows_.assign(rows.begin(), rows.end());
  draws_ = draws;
  stream_ = stream;
  partition_ = vae_shards(std::ssize(rows), shard_count_);
  most_rows_ = std::max(most_rows_, rows.size());
  Shards& shards = shards_[rows.size() == most_rows_ ? 0 : 1];
  if (std::ssize(shards) != partition_.shards())
    shards.resize(static_cast<std::size_t>(partition_.shards()));
  return shards;
}

template <class T>
template <class F>
void VaeObjective<T>::each_shard(std::int64_t shards, const F& f) {
  const FlushSubnormals flush(std::is_same_v<T, float>);
  if (pool_ != nullptr) return pool_->for_each(shards, f);
  for (std::int64_t i = 0; i < shards; ++i) f(i);
}

template <class T>
void VaeObjective<T>::draw(const VectorOf<T>& parameters, std::span<const Index> rows, Index draws,
                           const Stream& stream, Matrix& log_weights) {
  Shards& shards = begin(rows, draws, stream);
  if (log_weights.rows() != draws || log_weights.cols() != std::ssize(rows))
    log_weights.resize(draws, std::ssize(rows));
  const VaeStep<T> step = step_of(parameters);
  each_shard(partition_.shards(), [&](std::int64_t i) {
    VaeShard<T>& shard = shards[static_cast<std::size_t>(i)];
    shard.load(step, partition_.begin(i), partition_.end(i));
    shard.draw(step, log_weights.col(partition_.begin(i)).data());
  });
}

template <class T>
void VaeObjective<T>::pull_back(const VectorOf<T>& parameters,
                                const GradientCoefficients& coefficients, VectorOf<T>& gradient) {
  Shards& shards = shards_[rows_.size() == most_rows_ ? 0 : 1];
  const VaeStep<T> step = step_of(parameters);
  each_shard(partition_.shards(), [&](std::int64_t i) {
    shards[static_cast<std::size_t>(i)].pull_back(step, coefficients, partition_.begin(i));
  });
  for (const VaeShard<T>& shard : shards)
    gradient += Eigen::Map<const VectorOf<T>>(shard.gradient(), gradient.size());
}

template <class T>
void VaeObjective<T>::step(const VectorOf<T>& parameters, std::span<const Index> rows, Index draws,
                           const Stream& stream, Weigher& weigher, GradientSum<T>& gradient) {
  Shards& shards = begin(rows, draws, stream);
  const Index at_once = VaeShard<T>::images_at_once(draws);
  const Index blocks = (partition_.size(0) + at_once - 1) / at_once;
  weigher.begin(std::ssize(rows), blocks * partition_.shards());
  const VaeStep<T> step = step_of(parameters);
  Communicator* const others = processes_.communicator;
  const Share own = others == nullptr
                        ? Share{0, partition_.shards()}
                        : share_of(partition_.shards(), others->rank(), others->size());
  // The first shard's gradient goes where the sum has its own, which comes first in it.
  T* const first = others == nullptr ? gradient.unused_own() : nullptr;
  together(others, [&] {
    each_shard(own.size(), [&](std::int64_t i) {
      const std::int64_t at = own.begin + i;
      VaeShard<T>& shard = shards[static_cast<std::size_t>(at)];
      shard.load(step, partition_.begin(at), partition_.end(at));
      shard.draw_and_pull_back(step, weigher, at * blocks, i == 0 ? first : nullptr);
    });
  });
  own_gradients_.clear();
  for (std::int64_t i = own.begin + (first == nullptr ? 0 : 1); i < own.end; ++i)
    own_gradients_.push_back(shards[static_cast<std::size_t>(i)].gradient());
  if (others != nullptr) weigher.share(*others, partition_);
  sum_.add(processes_, own_gradients_, partition_.shards(), gradient);
}

template class VaeObjective<float>;
template class VaeObjective<double>;

}  // namespace renyi
