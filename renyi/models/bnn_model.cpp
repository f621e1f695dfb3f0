#include "renyi/models/bnn_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"
#include "renyi/models/mixture_scores.hpp"
#include "renyi/nn/draw_network.hpp"

namespace renyi {
namespace {

constexpr Index block_rows = 256;  // whose mixtures are in memory at once

// Of a network for the encoded target.
Index expected_outputs(Likelihood likelihood, const TableEncoding& encoding) {
  const auto classes = encoding.has_classes() ? std::ssize(encoding.classes()) : 0;
  switch (likelihood) {
    case Likelihood::gaussian:
      return classes == 0 ? 1 : -1;
    case Likelihood::gaussian_two_heads:
      return classes == 0 ? 2 : -1;
    case Likelihood::bernoulli:
      return classes == 2 ? 1 : -1;
    case Likelihood::categorical:
      return classes >= 2 ? classes : -1;
  }
  return -1;
}

void require_sense(const TableEncoding& encoding, const BnnPosterior& posterior, Index weights,
                   const PredictiveDraws& draws) {
  if (posterior.network.inputs != encoding.width())
    throw UsageError(fmt::format("network: expected {} inputs, found {}", encoding.width(),
                                 posterior.network.inputs));
  const Index outputs = expected_outputs(posterior.likelihood, encoding);
  if (outputs < 0)
    throw UsageError(fmt::format("likelihood: expected one for {}, found {}",
                                 encoding.has_classes() ? "classes" : "numbers",
                                 to_string(posterior.likelihood)));
  if (posterior.network.outputs != outputs)
    throw UsageError(
        fmt::format("network: expected {} outputs, found {}", outputs, posterior.network.outputs));
  if (posterior.mean.size() != weights || posterior.sd.size() != weights)
    throw UsageError(fmt::format("weights: expected {} means and sds, found {} and {}", weights,
                                 posterior.mean.size(), posterior.sd.size()));
  if (!posterior.mean.allFinite() || !posterior.sd.allFinite() ||
      !(posterior.sd.array() >= 0).all())
    throw UsageError("weights: expected finite means and sds of 0 or more, found others");
  if (!std::isfinite(posterior.log_variance))
    throw UsageError("noise: expected a finite log variance, found " +
                     fmt::to_string(posterior.log_variance));
  if (draws.count < 1)
    throw UsageError(fmt::format("draws: expected at least 1, found {}", draws.count));
}

// The weights of one draw.
Vector drawn_weights(const NetworkLayout& layout, const BnnPosterior& posterior,
                     const PredictiveDraws& draws, std::int64_t draw) {
  Vector noise(layout.parameters());
  fill_normal({.seed = draws.seed, .purpose = Purpose::predict},
              {.row = 0, .draw = static_cast<std::uint32_t>(draw)},
              std::span(noise.data(), static_cast<std::size_t>(noise.size())));
  return posterior.mean + posterior.sd.cwiseProduct(noise);
}

// So many rows go through the network at a time that what its layers hold stays in the cache.
constexpr Index rows_together = 64;

// The inputs of these rows as lines, and one of ones.
std::vector<double> input_lines(const ConstMatrixRef& features) {
  const Index stride = kernels::padded(features.rows());
  std::vector<double> lines(static_cast<std::size_t>((features.cols() + 1) * stride), 1.0);
  for (Index j = 0; j < features.cols(); ++j)
    for (Index i = 0; i < features.rows(); ++i)
      lines[static_cast<std::size_t>(j * stride + i)] = features(i, j);
  return lines;
}

}  // namespace

BnnModel::BnnModel(TableEncoding encoding, BnnPosterior posterior, PredictiveDraws draws)
    : encoding_(std::move(encoding)),
      posterior_(std::move(posterior)),
      layout_(posterior_.network),
      draws_(draws) {
  require_sense(encoding_, posterior_, layout_.parameters(), draws_);
}

std::vector<Matrix> BnnModel::outputs(const ConstMatrixRef& features) const {
  const Index rows = features.rows(), count = posterior_.network.outputs;
  std::vector<std::vector<double>> inputs;
  for (Index begin = 0; begin < rows; begin += rows_together)
    inputs.push_back(
        input_lines(features.middleRows(begin, std::min(rows_together, rows - begin))));
  std::vector<double> hidden(
      static_cast<std::size_t>(layout_.hidden_lines() * kernels::padded(rows_together)));
  std::vector<double> of_rows(static_cast<std::size_t>(rows_together * count));
  std::vector<Matrix> outputs(static_cast<std::size_t>(count), Matrix(draws_.count, rows));
  for (std::int64_t k = 0; k < draws_.count; ++k) {
    const Vector weights = drawn_weights(layout_, posterior_, draws_, k);
    for (Index begin = 0; begin < rows; begin += rows_together) {
      const Index now = std::min(rows_together, rows - begin);
      network_forward(layout_, weights.data(),
                      inputs[static_cast<std::size_t>(begin / rows_together)].data(), now,
                      hidden.data(), of_rows.data());
      for (Index c = 0; c < count; ++c)
        for (Index i = 0; i < now; ++i)
          outputs[static_cast<std::size_t>(c)](k, begin + i) =
              of_rows[static_cast<std::size_t>(i * count + c)];
    }
  }
  for (const Matrix& output : outputs)
    if (!output.allFinite())
      throw NumericalError("predictions: a feature is too far from those learned from for doubles");
  return outputs;
}

GaussianMixtures BnnModel::mixtures(const ConstMatrixRef& features) const {
  if (!has_numbers(posterior_.likelihood))
    throw UsageError("predictions: expected a model of numbers, found one of classes");
  const std::vector<Matrix> of_draws = outputs(features);
  GaussianMixtures result;
  result.means = (encoding_.target_scale * of_draws[0].array()) + encoding_.target_mean;
  if (posterior_.likelihood == Likelihood::gaussian)
    result.sds.setConstant(draws_.count, features.rows(),
                           encoding_.target_scale * std::exp(0.5 * posterior_.log_variance));
  else
    result.sds = encoding_.target_scale * (0.5 * of_draws[1].array()).exp();
  return result;
}

Predictions BnnModel::predict(const ConstMatrixRef& features,
                              std::span<const double> levels) const {
  const Index rows = features.rows();
  Predictions all{Vector(rows), Vector(rows), Vector(rows),
                  Matrix(rows, static_cast<Index>(levels.size()))};
  for (Index begin = 0; begin < rows; begin += block_rows) {
    const Index size = std::min(block_rows, rows - begin);
    const Predictions part =
        mixture_predictions(mixtures(features.middleRows(begin, size)), levels);
    all.mean.segment(begin, size) = part.mean;
    all.noise_sd.segment(begin, size) = part.noise_sd;
    all.model_sd.segment(begin, size) = part.model_sd;
    all.quantiles.middleRows(begin, size) = part.quantiles;
  }
  return all;
}

RowScores BnnModel::score(const ConstMatrixRef& features, const ConstVectorRef& targets) const {
  const Index rows = features.rows();
  RowScores all{Vector(rows), Vector(rows), Vector(rows), Vector(rows)};
  for (Index begin = 0; begin < rows; begin += block_rows) {
    const Index size = std::min(block_rows, rows - begin);
    const RowScores part =
        mixture_scores(mixtures(features.middleRows(begin, size)), targets.segment(begin, size));
    all.log_density.segment(begin, size) = part.log_density;
    all.error.segment(begin, size) = part.error;
    all.probability.segment(begin, size) = part.probability;
    all.crps.segment(begin, size) = part.crps;
  }
  return all;
}

Vector BnnModel::log_densities(const ConstMatrixRef& features,
                               const ConstVectorRef& targets) const {
  Vector all(features.rows());
  if (!has_numbers(posterior_.likelihood)) {
    const Matrix probabilities = predict_classes(features).probabilities;
    for (Index i = 0; i < all.size(); ++i)
      all(i) = std::log(probabilities(i, static_cast<Index>(targets(i))));
    return all;
  }
  for (Index begin = 0; begin < all.size(); begin += block_rows) {
    const Index size = std::min(block_rows, all.size() - begin);
    all.segment(begin, size) = mixture_log_densities(mixtures(features.middleRows(begin, size)),
                                                     targets.segment(begin, size));
  }
  return all;
}

ClassPredictions BnnModel::predict_classes(const ConstMatrixRef& features) const {
  if (has_numbers(posterior_.likelihood))
    throw UsageError("predictions: expected a model of classes, found one of numbers");
  const bool binary = posterior_.likelihood == Likelihood::bernoulli;
  const Index classes = binary ? 2 : posterior_.network.outputs;
  Matrix probabilities = Matrix::Zero(features.rows(), classes);
  for (Index begin = 0; begin < features.rows(); begin += block_rows) {
    const Index size = std::min(block_rows, features.rows() - begin);
    const std::vector<Matrix> logits = outputs(features.middleRows(begin, size));
    Vector of_draw(classes);
    for (Index i = 0; i < size; ++i)
      for (Index k = 0; k < draws_.count; ++k) {
        of_draw(0) = 0.0;
        for (Index c = binary ? 1 : 0; c < classes; ++c)
          of_draw(c) = logits[static_cast<std::size_t>(binary ? c - 1 : c)](k, i);
        const double total = log_sum_exp({of_draw.data(), static_cast<std::size_t>(classes)});
        probabilities.row(begin + i) += (of_draw.array() - total).exp().matrix().transpose();
      }
  }
  return {probabilities / static_cast<double>(draws_.count)};
}

}  // namespace renyi
