#include "renyi/inference/bnn_objective.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/subnormals.hpp"
#include "renyi/inference/bnn_exchange.hpp"
#include "renyi/inference/bnn_moments.hpp"
#include "renyi/inference/bnn_shard.hpp"

namespace renyi {

template <class T>
struct BnnObjective<T>::State {
  BnnBatch<T> batch;
  ThreadPool* pool;
  std::vector<T> all_inputs, all_targets;  // N x inputs, N
  std::optional<RowsView> source;          // in their place
  std::vector<float> read;                 // from it, of a minibatch
  BnnMoments<T> moments;
  std::vector<BnnShard<T>> shards;
  Vector mean, sd, mean_gradient, log_sd_gradient;  // for an exact divergence

  Communicator* others;  // processes, or null
  BnnExchange<T> exchange;

  State(const BnnSpec& model, ThreadPool* p, Communicator* c) : batch(model), pool(p), others(c) {}

  // Of the draws, whatever the number of threads. A power of two, which few threads share evenly;
  // of many draws two at least a shard, because every shard has sums of its own.
  Partition partition() const {
    const Index most = batch.draws < most_bnn_shards ? batch.draws : batch.draws / 2;
    const auto fitting = static_cast<std::uint64_t>(std::clamp<Index>(most, 1, most_bnn_shards));
    return Partition::even(batch.draws, static_cast<Index>(std::bit_floor(fitting)));
  }
  // The shards of this process.
  Share own() const {
    const auto all = static_cast<std::int64_t>(shards.size());
    return others == nullptr ? Share{0, all} : share_of(all, others->rank(), others->size());
  }
  // f(i) for each of them.
  template <class F>
  void each_shard(F f) {
    const FlushSubnormals flush(std::is_same_v<T, float>);
    if (pool != nullptr)
      return pool->for_each(own().size(), [&](std::int64_t i) { f(own().begin + i); });
    for (std::int64_t i = own().begin; i < own().end; ++i) f(i);
  }
  void copy_rows(std::span<const Index> rows);
  void read_rows(std::span<const Index> rows);
};

template <class T>
void BnnObjective<T>::State::read_rows(std::span<const Index> rows) {
  const Index inputs = batch.model.network.inputs;
  read.resize(rows.size() * static_cast<std::size_t>(inputs + 1));
  source->copy(rows, read.data());
  const float* from = read.data();
  for (Index i = 0; i < batch.rows; ++i, from += inputs + 1)
    batch.set_row(i, from, static_cast<T>(from[inputs]));
}

template <class T>
void BnnObjective<T>::State::copy_rows(std::span<const Index> rows) {
  Index i = 0;
  for (const Index row : rows)
    batch.set_row(i++, all_inputs.data() + row * batch.model.network.inputs,
                  all_targets[static_cast<std::size_t>(row)]);
}

template <class T>
BnnObjective<T>::BnnObjective(const BnnSpec& model, const ConstMatrixRef& inputs,
                              const ConstVectorRef& targets, ThreadPool* pool,
                              const Processes& processes)
    : state_(std::make_unique<State>(model, pool, processes.communicator)) {
  State& s = *state_;
  if (inputs.cols() != model.network.inputs || inputs.rows() != targets.size() ||
      inputs.rows() == 0)
    throw UsageError("bnn: inputs must be rows x inputs of the network, and targets as many rows");
  s.batch.data_rows = inputs.rows();
  s.all_inputs.reserve(static_cast<std::size_t>(inputs.size()));
  s.all_targets.reserve(static_cast<std::size_t>(targets.size()));
  for (Index i = 0; i < inputs.rows(); ++i) {
    for (Index j = 0; j < inputs.cols(); ++j) s.all_inputs.push_back(static_cast<T>(inputs(i, j)));
    s.all_targets.push_back(static_cast<T>(targets(i)));
  }
}
template <class T>
BnnObjective<T>::BnnObjective(const BnnSpec& model, const RowsView& rows, ThreadPool* pool,
                              const Processes& processes)
    : state_(std::make_unique<State>(model, pool, processes.communicator)) {
  if (rows.cols() != model.network.inputs + 1 || rows.rows() == 0)
    throw UsageError("bnn: rows must be some, of inputs of the network and a target");
  state_->batch.data_rows = rows.rows();
  state_->source = rows;
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
  draw_part(parameters, rows, std::ssize(rows), draws, stream, log_weights);
}

template <class T>
void BnnObjective<T>::draw_part(const Vector& parameters, std::span<const Index> rows,
                                Index batch_rows, Index draws, const Stream& stream,
                                Matrix& log_weights) {
  State& s = *state_;
  s.batch.batch_rows = batch_rows;
  s.batch.rows = std::ssize(rows);
  s.batch.draws = draws;
  s.batch.reserve();
  const Partition parts = s.partition();
  s.shards.resize(static_cast<std::size_t>(parts.shards()));
  for (BnnShard<T>& shard : s.shards) shard.reserve(s.batch);
  if (s.source)
    s.read_rows(rows);
  else
    s.copy_rows(rows);
  s.moments.fill(parameters, s.pool, s.batch);
  const Index columns = s.batch.by_row() ? s.batch.rows : 1;
  if (log_weights.rows() != draws || log_weights.cols() != columns)
    log_weights.resize(draws, columns);
  s.each_shard([&](std::int64_t i) {
    s.shards[static_cast<std::size_t>(i)].forward(s.batch, parts.begin(i), parts.end(i), stream,
                                                  log_weights);
  });
  if (s.others != nullptr) s.exchange.share_log_weights(*s.others, parts, log_weights);
}

template <class T>
double BnnObjective<T>::outside(const Vector& parameters, GradientSum<double>& gradient) {
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
                   gradient.own().head(2 * n));
  return -kl;
}

template <class T>
void BnnObjective<T>::pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                                Vector& gradient) {
  State& s = *state_;
  const Partition parts = s.partition();
  s.each_shard([&](std::int64_t i) {
    // The last draws first: what draw() left of them is still in the cache.
    const std::int64_t from_last = s.own().end - 1 - (i - s.own().begin);
    BnnShard<T>& shard = s.shards[static_cast<std::size_t>(from_last)];
    shard.clear();
    shard.backward(s.batch, parts.begin(from_last), parts.end(from_last), coefficients);
  });
  if (s.others != nullptr) s.exchange.share_sums(*s.others, s.batch.weights(), s.shards);
  s.moments.pull_back(parameters, s.batch, s.shards, s.pool, gradient);
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
