#include "renyi/inference/bnn_objective.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/nn/draw_network.hpp"

namespace renyi {
namespace {

// Draws are shared out in this many shards at most, whatever the number of threads.
constexpr Index most_shards = 8;

// What a thread needs for the draws of one shard, and what it adds up over them.
template <class T>
struct ShardMemory {
  std::vector<T> noise;  // of one draw, where T is not float
  std::vector<T> weights, gradient, output_gradients;
  std::vector<double> row_values, row_weights;
  NetworkScratch<T> scratch;

  std::vector<T> mean, noise_product;           // sums of d log w / d theta, and times the noise
  std::vector<double> path_noise, path_square;  // where path and score differ: see add_noise
  double score = 0.0, log_variance = 0.0;
};

}  // namespace

template <class T>
struct BnnObjective<T>::State {
  BnnSpec model;
  NetworkLayout layout;
  ThreadPool* pool;
  std::vector<T> all_inputs, all_targets;  // N x input_width, N

  // Of the minibatch at hand.
  Index rows = 0, draws = 0;
  std::vector<T> inputs, targets;
  Vector mean, sd;
  std::vector<T> mean_t, sd_t;
  double log_sd_sum = 0.0, log_variance = 0.0;
  std::vector<float> noise;        // K x P
  std::vector<T> hidden, outputs;  // K x rows x hidden_width, K x rows x outputs
  std::vector<ShardMemory<T>> shards;
  Vector mean_gradient, log_sd_gradient;

  State(const BnnSpec& m, ThreadPool* p) : model(m), layout(m.network), pool(p) {}

  Index weights() const { return layout.parameters(); }
  Index count() const { return static_cast<Index>(all_targets.size()); }
  double batch_scale() const { return static_cast<double>(count()) / static_cast<double>(rows); }
  Partition partition() const {
    return {draws, std::max<Index>(1, (draws + most_shards - 1) / most_shards)};
  }

  template <class F>
  void each_shard(F f) {
    const Partition parts = partition();
    const auto run = [&](std::int64_t s) { f(parts, s, shards[static_cast<std::size_t>(s)]); };
    if (pool != nullptr) return pool->for_each(parts.shards(), run);
    for (std::int64_t s = 0; s < parts.shards(); ++s) run(s);
  }

  void prepare(const Vector& parameters, std::span<const Index> batch, Index k);
  const T* noise_of(Index draw, ShardMemory<T>& memory);
  kernels::SquaredNorms draw_network_weights(Index draw, ShardMemory<T>& memory);
  LikelihoodRows<T> likelihood_rows(Index draw) const;
  T* hidden_of(Index draw) { return hidden.data() + draw * rows * layout.hidden_width(); }
  void forward(Index draw, ShardMemory<T>& memory, Matrix& log_weights);
  void backward(Index draw, const GradientCoefficients& coefficients, ShardMemory<T>& memory);
  void add_noise(Index draw, double difference, ShardMemory<T>& memory);
};

template <class T>
void BnnObjective<T>::State::prepare(const Vector& parameters, std::span<const Index> batch,
                                     Index k) {
  const Index width = layout.input_width();
  rows = static_cast<Index>(batch.size());
  draws = k;
  inputs.resize(static_cast<std::size_t>(rows * width));
  targets.resize(static_cast<std::size_t>(rows));
  for (Index i = 0; i < rows; ++i) {
    const Index row = batch[static_cast<std::size_t>(i)];
    std::copy_n(all_inputs.data() + row * width, width, inputs.data() + i * width);
    targets[static_cast<std::size_t>(i)] = all_targets[static_cast<std::size_t>(row)];
  }
  const auto p = static_cast<std::size_t>(weights());
  mean.resize(weights());
  sd.resize(weights());
  model.family.moments(parameters.head(2 * weights()), mean, sd);
  log_sd_sum = sd.array().log().sum();
  log_variance = has_noise_level(model.likelihood) ? parameters(2 * weights()) : 0.0;
  mean_t.resize(p);
  sd_t.resize(p);
  Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>(mean_t.data(), weights()) = mean.array().cast<T>();
  Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>(sd_t.data(), weights()) = sd.array().cast<T>();
  noise.resize(static_cast<std::size_t>(k) * p);
  hidden.resize(static_cast<std::size_t>(k * rows * layout.hidden_width()));
  outputs.resize(static_cast<std::size_t>(k * rows * model.network.outputs));
  shards.resize(static_cast<std::size_t>(partition().shards()));
  for (ShardMemory<T>& memory : shards) {
    if constexpr (!std::is_same_v<T, float>) memory.noise.resize(p);
    memory.weights.resize(static_cast<std::size_t>(layout.padded_parameters()));
    memory.gradient.resize(memory.weights.size());
    memory.output_gradients.resize(static_cast<std::size_t>(rows * model.network.outputs));
    memory.row_values.resize(static_cast<std::size_t>(rows));
    memory.row_weights.resize(static_cast<std::size_t>(rows));
    memory.scratch.reserve(layout, rows);
    memory.mean.resize(p);
    memory.noise_product.resize(p);
  }
}

template <class T>
const T* BnnObjective<T>::State::noise_of(Index draw, ShardMemory<T>& memory) {
  const float* of_draw = noise.data() + draw * weights();
  if constexpr (std::is_same_v<T, float>) {
    return of_draw;
  } else {
    std::copy_n(of_draw, weights(), memory.noise.data());
    return memory.noise.data();
  }
}

template <class T>
kernels::SquaredNorms BnnObjective<T>::State::draw_network_weights(Index draw,
                                                                   ShardMemory<T>& memory) {
  const T* of_draw = noise_of(draw, memory);
  kernels::SquaredNorms norms;
  for (const WeightMatrix& matrix : layout.matrices()) {
    const auto part = kernels::draw_weights(
        kernels::WeightBlock<T>{.mean = mean_t.data() + matrix.offset,
                                .sd = sd_t.data() + matrix.offset,
                                .noise = of_draw + matrix.offset,
                                .weights = memory.weights.data() + matrix.padded_offset,
                                .rows = matrix.rows,
                                .columns = matrix.columns,
                                .width = matrix.width});
    norms.noise += part.noise;
    norms.weights += part.weights;
  }
  return norms;
}

template <class T>
LikelihoodRows<T> BnnObjective<T>::State::likelihood_rows(Index draw) const {
  const Index count = model.network.outputs;
  return {.likelihood = model.likelihood,
          .rows = rows,
          .count = count,
          .outputs = outputs.data() + draw * rows * count,
          .targets = targets.data(),
          .log_variance = log_variance};
}

template <class T>
void BnnObjective<T>::State::forward(Index draw, ShardMemory<T>& memory, Matrix& log_weights) {
  const auto norms = draw_network_weights(draw, memory);
  network_forward(layout, memory.weights.data(), inputs.data(), rows, hidden_of(draw),
                  outputs.data() + draw * rows * model.network.outputs);
  log_likelihoods(likelihood_rows(draw), memory.row_values.data());
  const double prior_variance = model.family.prior_sd * model.family.prior_sd;
  // log p0(theta) - log q(theta), in which log 2 pi cancels.
  const double prior_ratio = log_sd_sum -
                             0.5 * static_cast<double>(weights()) * std::log(prior_variance) +
                             0.5 * (norms.noise - norms.weights / prior_variance);
  if (model.grouping == Grouping::row) {
    for (Index i = 0; i < rows; ++i)
      log_weights(draw, i) = memory.row_values[static_cast<std::size_t>(i)] +
                             prior_ratio / static_cast<double>(count());
    return;
  }
  double sum = 0.0;
  for (const double value : memory.row_values) sum += value;
  log_weights(draw, 0) = (model.kl == KlTerm::exact ? 0.0 : prior_ratio) + batch_scale() * sum;
}

// -log q of the draw is noise^2 / 2 + log sd. Along the path its derivatives in mean and log sd are
// noise / sd and noise^2, by the score -noise / sd and 1 - noise^2: what is left when path and
// score have the same coefficient is the 1.
template <class T>
void BnnObjective<T>::State::add_noise(Index draw, double difference, ShardMemory<T>& memory) {
  const float* of_draw = noise.data() + draw * weights();
  for (std::size_t i = 0; i < memory.path_noise.size(); ++i) {
    const auto e = static_cast<double>(of_draw[i]);
    memory.path_noise[i] += difference * e;
    memory.path_square[i] += difference * e * e;
  }
}

template <class T>
void BnnObjective<T>::State::backward(Index draw, const GradientCoefficients& coefficients,
                                      ShardMemory<T>& memory) {
  const auto model_part = coefficients.model.row(draw);
  const auto path = coefficients.path.row(draw);
  const auto score = coefficients.score.row(draw);
  if ((model_part.array() == 0.0).all() && (path.array() == 0.0).all() &&
      (score.array() == 0.0).all())
    return;
  draw_network_weights(draw, memory);
  const bool by_row = model.grouping == Grouping::row;
  const auto rows_of = [&](const auto& part) {
    for (Index i = 0; i < rows; ++i)
      memory.row_weights[static_cast<std::size_t>(i)] = batch_scale() * part(by_row ? i : 0);
    return log_likelihood_gradients(likelihood_rows(draw), memory.row_weights.data(),
                                    memory.output_gradients.data());
  };
  memory.log_variance += rows_of(model_part);
  if (path != model_part) rows_of(path);
  network_backward(layout, memory.weights.data(), inputs.data(), rows,
                   static_cast<const T*>(hidden_of(draw)), memory.output_gradients.data(),
                   memory.scratch, memory.gradient.data());
  // The coefficient of log p0 - log q: in every row's log-weight 1/N of it.
  const double share = by_row ? 1.0 / static_cast<double>(rows) : 1.0;
  const double prior_path = model.kl == KlTerm::exact ? 0.0 : share * path.sum();
  const double prior_score = model.kl == KlTerm::exact ? 0.0 : share * score.sum();
  const T* of_draw = noise_of(draw, memory);
  for (const WeightMatrix& matrix : layout.matrices())
    kernels::add_gradient(kernels::GradientBlock<T>{
        .gradient = memory.gradient.data() + matrix.padded_offset,
        .weights = memory.weights.data() + matrix.padded_offset,
        .noise = of_draw + matrix.offset,
        .mean = memory.mean.data() + matrix.offset,
        .noise_product = memory.noise_product.data() + matrix.offset,
        .rows = matrix.rows,
        .columns = matrix.columns,
        .width = matrix.width,
        .shrink = static_cast<T>(prior_path / (model.family.prior_sd * model.family.prior_sd))});
  memory.score += prior_score;
  if (prior_path != prior_score) {
    memory.path_noise.resize(static_cast<std::size_t>(weights()), 0.0);
    memory.path_square.resize(static_cast<std::size_t>(weights()), 0.0);
    add_noise(draw, prior_path - prior_score, memory);
  }
}

template <class T>
BnnObjective<T>::BnnObjective(const BnnSpec& model, const ConstMatrixRef& inputs,
                              const ConstVectorRef& targets, ThreadPool* pool)
    : state_(std::make_unique<State>(model, pool)) {
  State& s = *state_;
  if (inputs.cols() != model.network.inputs || inputs.rows() != targets.size() ||
      inputs.rows() == 0)
    throw UsageError("bnn: inputs must be rows x inputs of the network, and targets as many rows");
  const Index width = s.layout.input_width();
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
  return 2 * state_->weights() + (has_noise_level(state_->model.likelihood) ? 1 : 0);
}
template <class T>
Index BnnObjective<T>::rows() const {
  return state_->count();
}
template <class T>
double BnnObjective<T>::scale() const {
  return state_->model.grouping == Grouping::row ? state_->batch_scale() : 1.0;
}

template <class T>
std::string BnnObjective<T>::parameter_name(Index parameter) const {
  const Index n = state_->weights();
  if (parameter == 2 * n) return "log variance of the noise";
  return state_->layout.name(parameter % n) + (parameter < n ? ", location" : ", scale");
}

template <class T>
void BnnObjective<T>::draw(const Vector& parameters, std::span<const Index> rows, Index draws,
                           const Stream& stream, Matrix& log_weights) {
  State& s = *state_;
  s.prepare(parameters, rows, draws);
  const Index columns = s.model.grouping == Grouping::row ? s.rows : 1;
  if (log_weights.rows() != draws || log_weights.cols() != columns)
    log_weights.resize(draws, columns);
  s.each_shard([&](const Partition& parts, std::int64_t shard, ShardMemory<T>& memory) {
    fill_normal(stream, {.row = 0, .draw = static_cast<std::uint32_t>(parts.begin(shard))},
                Eigen::Map<MatrixF>(s.noise.data() + parts.begin(shard) * s.weights(),
                                    parts.size(shard), s.weights()));
    for (Index k = parts.begin(shard); k < parts.end(shard); ++k) s.forward(k, memory, log_weights);
  });
}

template <class T>
double BnnObjective<T>::outside(const Vector& parameters, Vector& gradient) {
  State& s = *state_;
  if (s.model.kl == KlTerm::sampled) return 0.0;
  s.mean_gradient.setZero(s.weights());
  s.log_sd_gradient.setZero(s.weights());
  const double kl = add_kl_divergence(s.mean, s.sd, s.model.family.prior_sd, -1.0, s.mean_gradient,
                                      s.log_sd_gradient);
  s.model.family.pull_back(parameters.head(2 * s.weights()), s.mean_gradient, s.log_sd_gradient,
                           gradient.head(2 * s.weights()));
  return -kl;
}

template <class T>
void BnnObjective<T>::pull_back(const Vector& parameters, const GradientCoefficients& coefficients,
                                Vector& gradient) {
  State& s = *state_;
  s.each_shard([&](const Partition& parts, std::int64_t shard, ShardMemory<T>& memory) {
    std::fill(memory.mean.begin(), memory.mean.end(), T{0});
    std::fill(memory.noise_product.begin(), memory.noise_product.end(), T{0});
    std::fill(memory.path_noise.begin(), memory.path_noise.end(), 0.0);
    std::fill(memory.path_square.begin(), memory.path_square.end(), 0.0);
    memory.score = memory.log_variance = 0.0;
    for (Index k = parts.begin(shard); k < parts.end(shard); ++k)
      s.backward(k, coefficients, memory);
  });
  using TMap = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;
  const Index n = s.weights();
  s.mean_gradient.setZero(n);
  s.log_sd_gradient.setZero(n);
  double score = 0.0, log_variance = 0.0;
  for (const ShardMemory<T>& memory : s.shards) {
    s.mean_gradient.array() += TMap(memory.mean.data(), n).template cast<double>();
    s.log_sd_gradient.array() += TMap(memory.noise_product.data(), n).template cast<double>();
    score += memory.score;
    log_variance += memory.log_variance;
  }
  s.log_sd_gradient.array() = s.log_sd_gradient.array() * s.sd.array() + score;
  for (const ShardMemory<T>& memory : s.shards) {
    if (memory.path_noise.empty()) continue;
    using DMap = Eigen::Map<const Eigen::ArrayXd>;
    s.mean_gradient.array() += DMap(memory.path_noise.data(), n) / s.sd.array();
    s.log_sd_gradient.array() += DMap(memory.path_square.data(), n);
  }
  s.model.family.pull_back(parameters.head(2 * n), s.mean_gradient, s.log_sd_gradient,
                           gradient.head(2 * n));
  if (has_noise_level(s.model.likelihood)) gradient(2 * n) += log_variance;
}

template <class T>
Vector BnnObjective<T>::start(std::uint64_t seed) const {
  const Index n = state_->weights();
  Vector parameters = Vector::Zero(this->parameters());
  fill_normal({.seed = seed, .purpose = Purpose::start}, {},
              std::span(parameters.data(), static_cast<std::size_t>(2 * n)));
  parameters.head(n) *= 0.1;
  parameters.segment(n, n) = 0.1 * parameters.segment(n, n).array() - 10.0;
  if (state_->model.family.parameterisation == Parameterisation::direct) {
    const MeanFieldGaussian site{Parameterisation::site, state_->model.family.prior_sd};
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
