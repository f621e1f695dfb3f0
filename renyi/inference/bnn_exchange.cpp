#include "renyi/inference/bnn_exchange.hpp"

#include <algorithm>

namespace renyi {

// A shard's draws follow each other, each with its bounds; smaller shards have room left.
template <class T>
void BnnExchange<T>::share_log_weights(Communicator& communicator, const Partition& draws,
                                       Matrix& log_weights) {
  const Index bounds = log_weights.cols(), each = draws.size(0) * bounds;
  numbers_.resize(static_cast<std::size_t>(draws.shards() * each));
  const auto by_draw = [&](Index i) {
    return Eigen::Map<Matrix>(numbers_.data() + i * each, bounds, draws.size(i));
  };
  const auto rows_of = [&](Index i) {
    return log_weights.middleRows(draws.begin(i), draws.size(i));
  };
  for (Index i = 0; i < draws.shards(); ++i) by_draw(i) = rows_of(i).transpose();
  communicator.all_gather(numbers_.data(), draws.shards(), each);
  for (Index i = 0; i < draws.shards(); ++i) rows_of(i) = by_draw(i).transpose();
}

// Of a shard: whether it is empty, its score and the log variance's part, then what differs of
// path and score, where any shard has such sums.
template <class T>
void BnnExchange<T>::share_sums(Communicator& communicator, Index weights,
                                std::vector<BnnShard<T>>& shards) {
  const Index count = std::ssize(shards);
  const Share own = share_of(count, communicator.rank(), communicator.size());
  const auto shard_at = [&](Index i) -> BnnSums<T>& {
    return shards[static_cast<std::size_t>(i)].sums();
  };
  bool has_path = false;
  for (Index i = own.begin; i < own.end; ++i)
    has_path = has_path || !shard_at(i).path_noise.empty();
  has_path = communicator.any(has_path);

  const Index numbers = 4 + (has_path ? 2 * weights : 0);
  numbers_.resize(static_cast<std::size_t>(count * numbers));
  sums_.resize(static_cast<std::size_t>(count * 2 * weights));
  for (Index i = own.begin; i < own.end; ++i) {
    const BnnSums<T>& sums = shard_at(i);
    double* to = numbers_.data() + i * numbers;
    *to++ = sums.empty ? 1.0 : 0.0;
    *to++ = sums.path_noise.empty() ? 0.0 : 1.0;
    *to++ = sums.score;
    *to++ = sums.log_variance;
    if (!sums.path_noise.empty()) {
      to = std::copy_n(sums.path_noise.data(), weights, to);
      std::copy_n(sums.path_square.data(), weights, to);
    }
    if (sums.empty) continue;
    std::copy_n(sums.slopes.data(), weights, sums_.data() + i * 2 * weights);
    std::copy_n(sums.noise_products.data(), weights, sums_.data() + (i * 2 + 1) * weights);
  }
  communicator.all_gather(numbers_.data(), count, numbers);
  communicator.all_gather(sums_.data(), count, 2 * weights);
  for (Index i = 0; i < count; ++i) {
    if (i >= own.begin && i < own.end) continue;
    BnnSums<T>& sums = shard_at(i);
    const double* from = numbers_.data() + i * numbers;
    sums.empty = *from++ == 1.0;
    const bool path = *from++ == 1.0;
    sums.score = *from++;
    sums.log_variance = *from++;
    sums.path_noise.assign(from, from + (path ? weights : 0));
    sums.path_square.assign(from + (path ? weights : 0), from + (path ? 2 * weights : 0));
    if (sums.empty) continue;
    std::copy_n(sums_.data() + i * 2 * weights, weights, sums.slopes.data());
    std::copy_n(sums_.data() + (i * 2 + 1) * weights, weights, sums.noise_products.data());
  }
}

template class BnnExchange<float>;
template class BnnExchange<double>;

}  // namespace renyi
