#include "cli/bnn_run.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/inference/row_parts.hpp"

namespace renyi::cli {
namespace {

std::string data_fingerprint(std::initializer_list<const EncodedRows*> parts) {
  const auto bytes = [](const auto& numbers) {
    return std::string_view(reinterpret_cast<const char*>(numbers.data()),
                            static_cast<std::size_t>(numbers.size()) * sizeof(double));
  };
  Fingerprint fingerprint;
  for (const EncodedRows* part : parts) {
    fingerprint.add_cell(bytes(part->features));
    fingerprint.add_cell(bytes(part->targets));
    fingerprint.end_row();
  }
  return fingerprint.text();
}

}  // namespace

EncodedRows encode_rows(const TableEncoding& encoding, const DataTable& table,
                        const std::vector<Index>& rows) {
  return {encode_features(encoding, table, rows), encode_target(encoding, table, rows)};
}

BnnRun::BnnRun(BnnFlags flags, const TableInput& input, std::uint64_t seed)
    : flags_(std::move(flags)), seed_(seed) {
  const RowParts parts = part_rows(
      input.rows, {.validate = flags_.validate_share, .conformal = flags_.conformal}, seed);
  encoding_ = learn_encoding(input.table, parts.learn, flags_.encoding);
  learn_ = encode_rows(encoding_, input.table, parts.learn);
  validate_ = encode_rows(encoding_, input.table, parts.validate);
  calibrate_ = encode_rows(encoding_, input.table, parts.calibrate);
  task_ = bnn_task(encoding_, flags_.noise == NoiseModel::varying);
  require_sense(input.source.path);
  options_ = flags_.options(learn_.targets.size(), seed);
}

void BnnRun::require_sense(const std::string& file) const {
  const Vector& y = learn_.targets;
  const Place place{.file = file};
  if (y.size() < 2)
    throw DataError(place, "at least 2 rows to learn from", fmt::to_string(y.size()));
  if (encoding_.has_classes()) {
    if (flags_.conformal > 0.0)
      throw UsageError("conformal: expected a target of numbers, found classes");
  } else if (y.minCoeff() == y.maxCoeff()) {  // the noise would shrink for ever
    throw DataError(place, "a target that varies",
                    fmt::format("'{}' constant at {}", encoding_.target.name, y(0)));
  }
}

// Where the data are the same, so are the table, its rows and its columns; these options are
// named all the same, as a person would.
CheckpointIdentity BnnRun::identity() const {
  auto options = option_texts(options_, flags_.encoding);
  options["likelihood"] = to_string(task_.likelihood);
  options["split"] = fmt::to_string(flags_.table.split);
  options["validate"] = fmt::to_string(flags_.validate_share);
  options["conformal"] = fmt::to_string(flags_.conformal);
  return checkpoint_identity("bnn", options_.train, std::move(options),
                             data_fingerprint({&learn_, &validate_}));
}

BnnFit BnnRun::train(TrainState& state, std::vector<Observer> observers, ThreadPool* pool) const {
  // Of classes, mean 0 and scale 1.
  const Vector targets = (learn_.targets.array() - encoding_.target_mean) / encoding_.target_scale;
  TrainHooks hooks{.observers = std::move(observers)};
  if (validate_.targets.size() > 0)
    hooks.score = [&](const Vector& parameters) {
      return model_at(parameters).log_densities(validate_.features, validate_.targets).mean();
    };
  return fit_bnn(options_, task_.likelihood, learn_.features, targets, task_.outputs, state, pool,
                 hooks);
}

BnnModel BnnRun::plain_model(BnnPosterior posterior) const {
  return {encoding_, std::move(posterior), {.count = flags_.predictive_draws, .seed = seed_}};
}

BnnModel BnnRun::model_at(const Vector& parameters) const {
  return plain_model(
      bnn_posterior(options_, task_.likelihood, learn_.features.cols(), task_.outputs, parameters));
}

BnnModel BnnRun::model(BnnPosterior posterior) const {
  BnnModel model = plain_model(std::move(posterior));
  if (calibrate_.targets.size() > 0) {
    const Predictions predictions = model.predict(calibrate_.features, {});
    model.set_conformal(
        calibrate(predictions.mean, predictions.sd(), calibrate_.targets, flags_.conformal));
  }
  return model;
}

}  // namespace renyi::cli
