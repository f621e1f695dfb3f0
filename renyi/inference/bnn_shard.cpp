#include "renyi/inference/bnn_shard.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace renyi {

template <class T>
void BnnBatch<T>::reserve() {
  const auto size = [](Index n) { return static_cast<std::size_t>(n); };
  inputs.resize(size(layout.input_lines() * kernels::padded(rows)));
  std::fill(inputs.end() - kernels::padded(rows), inputs.end(), T{1});
  targets.resize(size(rows));
  mean.resize(size(weights_room()));
  sd.resize(size(weights_room()));
  noise.resize(size(draws * weights_room()));
  hidden.resize(size(draws * layout.hidden_lines() * kernels::padded(rows)));
  outputs.resize(size(draws * rows * model.network.outputs));
}

template <class T>
LikelihoodRows<T> BnnBatch<T>::likelihood_rows(Index draw) {
  return {.likelihood = model.likelihood,
          .rows = rows,
          .count = model.network.outputs,
          .outputs = outputs_of(draw),
          .targets = targets.data(),
          .log_variance = log_variance};
}

template <class T>
void BnnShard<T>::reserve(const BnnBatch<T>& batch) {
  const auto room = static_cast<std::size_t>(batch.weights_room());
  if constexpr (!std::is_same_v<T, float>) noise_.resize(kernels::draws_together * room);
  weights_.resize(room);
  pending_.reserve(static_cast<std::size_t>(kernels::draws_together));
  gradients_.resize(kernels::draws_together * room);
  output_gradients_.resize(static_cast<std::size_t>(batch.rows * batch.model.network.outputs));
  row_values_.resize(static_cast<std::size_t>(batch.rows));
  row_weights_.resize(static_cast<std::size_t>(batch.rows));
  scratch_.reserve(batch.layout, batch.rows);
  sums_.slopes.resize(room);
  sums_.noise_products.resize(room);
}

template <class T>
const T* BnnShard<T>::noise_of(const BnnBatch<T>& batch, Index draw) {
  const float* of_draw = batch.noise.data() + draw * batch.weights_room();
  if constexpr (std::is_same_v<T, float>) {
    return of_draw;
  } else {
    T* copy = noise_.data() + std::ssize(pending_) * batch.weights_room();
    std::copy_n(of_draw, batch.weights(), copy);
    return copy;
  }
}

template <class T>
kernels::SquaredNorms BnnShard<T>::draw_weights(const BnnBatch<T>& batch, const T* noise,
                                                Index first) {
  return kernels::draw_weights(kernels::WeightDraw<T>{.mean = batch.mean.data() + first,
                                                      .sd = batch.sd.data() + first,
                                                      .noise = noise + first,
                                                      .weights = weights_.data() + first,
                                                      .size = batch.weights() - first});
}

template <class T>
void BnnShard<T>::forward(BnnBatch<T>& batch, Index begin, Index end, const Stream& stream,
                          Matrix& log_weights) {
  // As much noise at a time as stays near until it is used.
  const Index stride = batch.weights_room(), together = std::max<Index>(1, 12288 / stride);
  for (; begin < end; begin += together) {
    const Index count = std::min(together, end - begin);
    fill_normal(stream, {.row = 0, .draw = static_cast<std::uint32_t>(begin)},
                Eigen::Map<MatrixF>(batch.noise.data() + begin * stride, count, stride));
    for (Index k = begin; k < begin + count; ++k) forward(batch, k, log_weights);
  }
}

template <class T>
void BnnShard<T>::forward(BnnBatch<T>& batch, Index draw, Matrix& log_weights) {
  const auto norms = draw_weights(batch, noise_of(batch, draw), 0);
  network_forward(batch.layout, weights_.data(), batch.inputs.data(), batch.rows,
                  batch.hidden_of(draw), batch.outputs_of(draw));
  log_likelihoods(batch.likelihood_rows(draw), row_values_.data());
  // log p0(theta) - log q(theta), in which log 2 pi cancels.
  const double prior_ratio =
      batch.log_sd_sum -
      0.5 * static_cast<double>(batch.weights()) * std::log(batch.prior_variance()) +
      0.5 * (norms.noise - norms.weights / batch.prior_variance());
  if (batch.by_row()) {
    for (Index i = 0; i < batch.rows; ++i)
      log_weights(draw, i) = row_values_[static_cast<std::size_t>(i)] +
                             prior_ratio / static_cast<double>(batch.data_rows);
    return;
  }
  double sum = 0.0;
  for (const double value : row_values_) sum += value;
  log_weights(draw, 0) =
      (batch.model.kl == KlTerm::exact ? 0.0 : batch.prior_share() * prior_ratio) +
      batch.scale() * sum;
}

template <class T>
void BnnShard<T>::clear() {
  sums_.empty = true;
  std::fill(sums_.path_noise.begin(), sums_.path_noise.end(), 0.0);
  std::fill(sums_.path_square.begin(), sums_.path_square.end(), 0.0);
  sums_.score = sums_.log_variance = 0.0;
}

// -log q of the draw is noise^2 / 2 + log sd. Along the path its derivatives in mean and log sd are
// noise / sd and noise^2, by the score -noise / sd and 1 - noise^2: what is left when path and
// score have the same coefficient is the 1.
template <class T>
void BnnShard<T>::add_noise(const BnnBatch<T>& batch, Index draw, double difference) {
  sums_.path_noise.resize(static_cast<std::size_t>(batch.weights()), 0.0);
  sums_.path_square.resize(static_cast<std::size_t>(batch.weights()), 0.0);
  const float* of_draw = batch.noise.data() + draw * batch.weights_room();
  for (std::size_t i = 0; i < sums_.path_noise.size(); ++i) {
    const auto e = static_cast<double>(of_draw[i]);
    sums_.path_noise[i] += difference * e;
    sums_.path_square[i] += difference * e * e;
  }
}

template <class T>
void BnnShard<T>::backward(BnnBatch<T>& batch, Index begin, Index end,
                           const GradientCoefficients& coefficients) {
  for (Index k = end - 1; k >= begin; --k) {
    backward(batch, k, coefficients);
    if (k == begin || std::ssize(pending_) == kernels::draws_together) add_pending(batch);
  }
}

template <class T>
void BnnShard<T>::add_pending(const BnnBatch<T>& batch) {
  if (pending_.empty()) return;
  kernels::add_gradients(kernels::GradientSums<T>{.mean = batch.mean.data(),
                                                  .sd = batch.sd.data(),
                                                  .slope_sum = sums_.slopes.data(),
                                                  .product_sum = sums_.noise_products.data(),
                                                  .is_first = sums_.empty},
                         pending_.data(), std::ssize(pending_), batch.weights());
  pending_.clear();
  sums_.empty = false;
}

template <class T>
void BnnShard<T>::backward(BnnBatch<T>& batch, Index draw,
                           const GradientCoefficients& coefficients) {
  const auto model_part = coefficients.model.row(draw);
  // Without a score, path coefficients stand in for that of the whole of log q. In a row's
  // log-weight there is 1/N of it, and so is what they differ by from the model's.
  const double q_share = batch.by_row() ? 1.0 / static_cast<double>(batch.data_rows) : 1.0;
  const auto path = model_part.binaryExpr(
      coefficients.path.row(draw), [q_share](double of_model, double of_path) {
        return q_share == 1.0 ? of_path : of_model + q_share * (of_path - of_model);
      });
  const auto score = coefficients.score.row(draw);
  if ((model_part.array() == 0.0).all() && (path.array() == 0.0).all() &&
      (score.array() == 0.0).all())
    return;
  const T* noise = noise_of(batch, draw);
  // All but the first layer's, from the beginning of a block.
  const Index first = batch.layout.hidden_layers() == 0 ? 0 : batch.layout.matrices()[1].offset;
  draw_weights(batch, noise, first / kernels::lane_block * kernels::lane_block);
  const auto rows_of = [&](const auto& part) {
    for (Index i = 0; i < batch.rows; ++i)
      row_weights_[static_cast<std::size_t>(i)] = batch.scale() * part(batch.by_row() ? i : 0);
    return log_likelihood_gradients(batch.likelihood_rows(draw), row_weights_.data(),
                                    output_gradients_.data());
  };
  sums_.log_variance += rows_of(model_part);
  if (path != model_part) rows_of(path);
  // The coefficient of log p0 - log q: in every row's log-weight 1/N of it.
  const double share =
      batch.by_row() ? 1.0 / static_cast<double>(batch.batch_rows) : batch.prior_share();
  const bool is_exact = batch.model.kl == KlTerm::exact;
  const double prior_path = is_exact ? 0.0 : share * path.sum();
  const double prior_score = is_exact ? 0.0 : share * score.sum();
  T* gradient = gradients_.data() + std::ssize(pending_) * batch.weights_room();
  network_backward(batch.layout, weights_.data(), batch.inputs.data(), batch.rows,
                   static_cast<const T*>(batch.hidden_of(draw)), output_gradients_.data(), scratch_,
                   gradient);
  pending_.push_back({gradient, noise, static_cast<T>(prior_path / batch.prior_variance())});
  sums_.score += prior_score;
  if (prior_path != prior_score) add_noise(batch, draw, prior_path - prior_score);
}

template struct BnnBatch<float>;
template struct BnnBatch<double>;
template class BnnShard<float>;
template class BnnShard<double>;

}  // namespace renyi
