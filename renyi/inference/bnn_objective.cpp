#include "renyi/inference/bnn_objective.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/families/mean_field_kernels.hpp"
#include "renyi/inference/bnn_shard.hpp"

namespace renyi {
namespace {

// Draws are shared out in this many shards at most, whatever the number of threads; parameters in
// pieces of this size, if so many are worth a loop on several threads.
constexpr Index most_shards = 8;
constexpr Index piece = 512, fewest_pieces = 8;

}  // namespace

template <class T>
struct BnnObjective<T>::State {
  BnnBatch<T> batch;
  ThreadPool* pool;
  std::vector<T> all_inputs, all_targets;  // N x input_width, N
  std::vector<T> share;                    // P: see kernels::Moments
  std::vector<double> log_sd_sums;         // one a piece
  std::vector<BnnShard<T>> shards;
  Vector mean, sd, mean_gradient, log_sd_gradient;  // for an exact divergence

  State(const BnnSpec& model, ThreadPool* p) : batch(model), pool(p) {}

  // f(begin, end, index) for each part, on the pool if there is one and there are enough parts.
  template <class F>
  void each(const Partition& parts, Index fewest, F f) {
    const auto run = [&](std::int64_t i) { f(parts.begin(i), parts.end(i), i); };
    if (pool != nullptr && parts.shards() >= fewest) return pool->for_each(parts.shards(), run);
    for (std::int64_t i = 0; i < parts.shards(); ++i) run(i);
  }
  Partition draws() const {
    return {batch.draws, std::max<Index>(1, (batch.draws + most_shards - 1) / most_shards)};
  }
  Partition pieces() const { return {batch.weights(), piece}; }

  void copy_rows(std::span<const Index> rows);
  void fill_moments(const Vector& parameters);
  void exact_sds(const Vector& parameters, Index begin, Index size, double* sds) const;
  void pull_back(const Vector& parameters, Index begin, Index size, double score, Vector& gradient);
};

template <class T>
void BnnObjective<T>::State::copy_rows(std::span<const Index> rows) {
  const Index width = batch.layout.input_width();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::copy_n(all_inputs.data() + rows[i] * width, width,
                batch.inputs.data() + static_cast<Index>(i) * width);
    batch.targets[i] = all_targets[static_cast<std::size_t>(rows[i])];
  }
}

template <class T>
void BnnObjective<T>::State::fill_moments(const Vector& parameters) {
  const Index n = batch.weights();
  const Partition parts = pieces();
  share.resize(static_cast<std::size_t>(n));
  log_sd_sums.resize(static_cast<std::size_t>(parts.shards()));
  each(parts, fewest_pieces, [&](Index begin, Index end, Index part) {
    log_sd_sums[static_cast<std::size_t>(part)] = kernels::fill_moments(
        batch.model.family, kernels::Moments<T>{.locations = parameters.data() + begin,
                                                .scales = parameters.data() + n + begin,
                                                .size = end - begin,
                                                .mean = batch.mean.data() + begin,
                                                .sd = batch.sd.data() + begin,
                                                .share = share.data() + begin});
  });
  batch.log_sd_sum = 0.0;
  for (const double sum : log_sd_sums) batch.log_sd_sum += sum;
  batch.log_variance = has_noise_level(batch.model.likelihood) ? parameters(2 * n) : 0.0;
}

// The sds of a piece of the weights, in double: where path and score differ, large terms cancel,
// and sds that were rounded to T will not do.
template <class T>
void BnnObjective<T>::State::exact_sds(const Vector& parameters, Index begin, Index size,
                                       double* sds) const {
  std::array<double, piece> means, shares;
  kernels::fill_moments(
      batch.model.family,
      kernels::Moments<double>{.locations = parameters.data() + begin,
                               .scales = parameters.data() + batch.weights() + begin,
                               .size = size,
                               .mean = means.data(),
                               .sd = sds,
                               .share = shares.data()});
}

// The shards' sums for a piece of the weights, combined in their order.
template <class T>
void BnnObjective<T>::State::pull_back(const Vector& parameters, Index begin, Index size,
                                       double score, Vector& gradient) {
  std::array<double, piece> slopes, log_sds, sds;
  std::array<const T*, most_shards> slope_parts, product_parts;
  Index used = 0;
  bool is_path_apart = false;
  for (const BnnShard<T>& shard : shards) {
    is_path_apart |= shard.path_noise() != nullptr;
    if (shard.slopes() == nullptr) continue;
    slope_parts[static_cast<std::size_t>(used)] = shard.slopes() + begin;
    product_parts[static_cast<std::size_t>(used++)] = shard.noise_products() + begin;
  }
  kernels::sum_parts(slope_parts.data(), used, size, slopes.data());
  kernels::sum_parts(product_parts.data(), used, size, log_sds.data());
  if (is_path_apart)
    exact_sds(parameters, begin, size, sds.data());
  else
    std::copy_n(batch.sd.data() + begin, size, sds.data());
  const auto n = static_cast<std::size_t>(size);
  for (std::size_t i = 0; i < n; ++i) log_sds[i] = log_sds[i] * sds[i] + score;
  for (const BnnShard<T>& shard : shards) {
    if (shard.path_noise() == nullptr) continue;
    for (std::size_t i = 0; i < n; ++i) {
      slopes[i] += shard.path_noise()[begin + static_cast<Index>(i)] / sds[i];
      log_sds[i] += shard.path_square()[begin + static_cast<Index>(i)];
    }
  }
  kernels::pull_back_moments(
      batch.model.family,
      kernels::MomentsGradient<T>{.locations = parameters.data() + begin,
                                  .sd = batch.sd.data() + begin,
                                  .share = share.data() + begin,
                                  .size = size,
                                  .mean_gradient = slopes.data(),
                                  .log_sd_gradient = log_sds.data(),
                                  .location_gradient = gradient.data() + begin,
                                  .scale_gradient = gradient.data() + batch.weights() + begin});
}

template <class T>
BnnObjective<T>::BnnObjective(const BnnSpec& model, const ConstMatrixRef& inputs,
                              const ConstVectorRef& targets, ThreadPool* pool)
    : state_(std::make_unique<State>(model, pool)) {
  State& s = *state_;
  if (inputs.cols() != model.network.inputs || inputs.rows() != targets.size() ||
      inputs.rows() == 0)
    throw UsageError("bnn: inputs must be rows x inputs of the network, and targets as many rows");
  s.batch.data_rows = inputs.rows();
  const Index width = s.batch.layout.input_width();
  s.all_inputs.assign(static_cast<std::size_t>(inputs.rows() * width), T{0});
  s.all_targets.resize(static_cast<std::size_t>(targets.size()));
  for (Index i = 0; i < inputs.rows(); ++i) {
    T* row = s.all_inputs.data() + i * width;
    for (Index j = 0; j < inputs.cols(); ++j) row[j] = static_cast<T>(inputs(i, j));
    row[inputs.cols()] = T{1};
    s.all_targets[static_cast<std::size_t>(i)] = static_cast<T>(targets(i));
  }
}
template <class T>
BnnObjective<T>::~BnnObjective() = default;

template <class T>
Index BnnObjective<T>::parameters() const {
  return 2 * state_->batch.weights() + (has_noise_level(state_->batch.model.likelihood) ? 1 : 0);
}
template <class T>
Index BnnObjective<T>::rows() const {
  return state_->batch.data_rows;
}
template <class T>
double BnnObjective<T>::scale() const {
  return state_->batch.model.grouping == Grouping::row ? state_->batch.scale() : 1.0;
}

template <class T>
std::string BnnObjective<T>::parameter_name(Index parameter) const {
  const Index n = state_->batch.weights();
  if (parameter == 2 * n) return "log variance of the noise";
  return state_->batch.layout.name(parameter % n) + (parameter < n ? ", location" : ", scale");
}

template <class T>
void BnnObjective<T>::draw(const Vector& parameters, std::span<const Index> rows, Index draws,
                           const Stream& stream, Matrix& log_weights) {
  State& s = *state_;
  s.batch.rows = static_cast<Index>(rows.size());
  s.batch.draws = draws;
  s.batch.reserve();
  const Partition parts = s.draws();
  s.shards.resize(static_cast<std::size_t>(parts.shards()));
  for (BnnShard<T>& shard : s.shards) shard.reserve(s.batch);
  s.copy_rows(rows);
  s.fill_moments(parameters);
  const Index columns = s.batch.by_row() ? s.batch.rows : 1;
  if (log_weights.rows() != draws || log_weights.cols() != columns)
    log_weights.resize(draws, columns);
  s.each(parts, 2, [&](Index begin, Index end, Index part) {
    s.shards[static_cast<std::size_t>(part)].forward(s.batch, begin, end, stream, log_weights);
  });
}

template <class T>
double BnnObjective<T>::outside(const Vector& parameters, Vector& gradient) {
  State& s = *state_;
  if (s.batch.model.kl == KlTerm::sampled) return 0.0;
  const Index n = s.batch.weights();
  const MeanFieldGaussian& family = s.batch.model.family;
  s.mean.resize(n);
  s.sd.resize(n);
  family.moments(parameters.head(2 * n), s.mean, s.sd);
  s.mean_gradient.setZero(n);
  s.log_sd_gradient.setZero(n);
  const double kl =
      add_kl_divergence(s.mean, s.sd, family.prior_sd, -1.0, s.mean_gradient, s.log_sd_gradient);
  family.pull_back(parameters.head(2 * n), s.mean_gradient, s.log_sd_gradient,
                   gradient.head(2 * n));
  return -kl;
}

template <class T>
void BnnObjective<T>::pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                                Vector& gradient) {
  State& s = *state_;
  // The last draws first: what draw() left of them is still in the cache.
  s.each(s.draws(), 2, [&](Index, Index, Index part) {
    const Index from_last = s.draws().shards() - 1 - part;
    BnnShard<T>& shard = s.shards[static_cast<std::size_t>(from_last)];
    shard.clear();
    for (Index k = s.draws().end(from_last) - 1; k >= s.draws().begin(from_last); --k)
      shard.backward(s.batch, k, coefficients);
  });
  double score = 0.0, log_variance = 0.0;
  for (const BnnShard<T>& shard : s.shards) {
    score += shard.score();
    log_variance += shard.log_variance();
  }
  s.each(s.pieces(), fewest_pieces, [&](Index begin, Index end, Index) {
    s.pull_back(parameters, begin, end - begin, score, gradient);
  });
  if (has_noise_level(s.batch.model.likelihood)) gradient(2 * s.batch.weights()) += log_variance;
}

template <class T>
Vector BnnObjective<T>::start(std::uint64_t seed) const {
  const Index n = state_->batch.weights();
  Vector parameters = Vector::Zero(this->parameters());
  fill_normal({.seed = seed, .purpose = Purpose::start}, {},
              std::span(parameters.data(), static_cast<std::size_t>(2 * n)));
  parameters.head(n) *= 0.1;
  parameters.segment(n, n) = 0.1 * parameters.segment(n, n).array() - 10.0;
  if (state_->batch.model.family.parameterisation == Parameterisation::direct) {
    const MeanFieldGaussian site{Parameterisation::site, state_->batch.model.family.prior_sd};
    Vector mean(n), sd(n);
    site.moments(parameters.head(2 * n), mean, sd);
    parameters.head(n) = mean;
    parameters.segment(n, n) = sd.array().log();
  }
  return parameters;
}

template class BnnObjective<float>;
template class BnnObjective<double>;

}  // namespace renyi
