#include "cli/bnn_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/data/streamed_encoding.hpp"

namespace renyi::cli {
namespace {

// Row by row, so that rows need not be there at once.
void add_encoded(const EncodedRows& part, Fingerprint& fingerprint) {
  const auto bytes = [](const double* numbers, Index count) {
    return std::string_view(reinterpret_cast<const char*>(numbers),
                            static_cast<std::size_t>(count) * sizeof(double));
  };
  Vector row(part.features.cols());
  for (Index r = 0; r < part.targets.size(); ++r) {
    row = part.features.row(r);
    fingerprint.add_cell(bytes(row.data(), row.size()));
    fingerprint.add_cell(bytes(&part.targets(r), 1));
    fingerprint.end_row();
  }
}

}  // namespace

EncodedRows encode_rows(const TableEncoding& encoding, const DataTable& table,
                        const std::vector<Index>& rows) {
  return {encode_features(encoding, table, rows), encode_target(encoding, table, rows)};
}

RowParts BnnRun::parts(const std::vector<Index>& rows) const {
  return part_rows(rows, {.validate = flags_.validate_share, .conformal = flags_.conformal}, seed_);
}

BnnRun::BnnRun(BnnFlags flags, const TableInput& input, std::uint64_t seed)
    : flags_(std::move(flags)), seed_(seed) {
  const RowParts rows = parts(input.rows);
  encoding_ = learn_encoding(input.table, rows.learn, flags_.encoding);
  learn_ = encode_rows(encoding_, input.table, rows.learn);
  validate_ = encode_rows(encoding_, input.table, rows.validate);
  calibrate_ = encode_rows(encoding_, input.table, rows.calibrate);
  const Vector& y = learn_.targets;
  settle({.rows = y.size(), .lowest = y.minCoeff(), .highest = y.maxCoeff()}, input.source.path);
}

BnnRun::BnnRun(BnnFlags flags, const TableFile& table, std::uint64_t seed)
    : flags_(std::move(flags)), seed_(seed) {
  RowParts rows = parts(all_rows(table.rows()));
  encoding_ = learn_encoding(table, rows.learn, flags_.encoding);
  const auto read = [&](const std::vector<Index>& part) {
    const DataTable some = table.read(part);
    return encode_rows(encoding_, some, all_rows(some.rows()));
  };
  validate_ = read(rows.validate);
  calibrate_ = read(rows.calibrate);
  Fingerprint fingerprint;
  Learned learned{.lowest = std::numeric_limits<double>::infinity(),
                  .highest = -std::numeric_limits<double>::infinity()};
  each_window(table, rows.learn, [&](const DataTable& some, Rows all) {
    const EncodedRows window = encode_rows(encoding_, some, {all.begin(), all.end()});
    add_encoded(window, fingerprint);
    learned.rows += window.targets.size();
    learned.lowest = std::min(learned.lowest, window.targets.minCoeff());
    learned.highest = std::max(learned.highest, window.targets.maxCoeff());
  });
  fingerprint.end_row();
  add_encoded(validate_, fingerprint);
  stream_data_ = fingerprint.text();
  stream_.emplace(table, encoding_, std::move(rows.learn));
  settle(learned, table.description().head.file);
}

void BnnRun::settle(const Learned& learned, const std::string& file) {
  learned_ = learned;
  task_ = bnn_task(encoding_, flags_.noise == NoiseModel::varying);
  const Place place{.file = file};
  if (learned.rows < 2)
    throw DataError(place, "at least 2 rows to learn from", fmt::to_string(learned.rows));
  if (encoding_.has_classes()) {
    if (flags_.conformal > 0.0)
      throw UsageError("conformal: expected a target of numbers, found classes");
  } else if (learned.lowest == learned.highest) {  // the noise would shrink for ever
    throw DataError(place, "a target that varies",
                    fmt::format("'{}' constant at {}", encoding_.target.name, learned.lowest));
  }
  options_ = flags_.options(learned.rows, seed_);
}

// Where the data are the same, so are the table, its rows and its columns; these options are
// named all the same, as a person would.
CheckpointIdentity BnnRun::identity() const {
  auto options = option_texts(options_, flags_.encoding);
  options["likelihood"] = to_string(task_.likelihood);
  options["split"] = fmt::to_string(flags_.table.split);
  options["validate"] = fmt::to_string(flags_.validate_share);
  options["conformal"] = fmt::to_string(flags_.conformal);
  if (stream_) return checkpoint_identity("bnn", options_.train, std::move(options), stream_data_);
  Fingerprint fingerprint;
  add_encoded(learn_, fingerprint);
  fingerprint.end_row();
  add_encoded(validate_, fingerprint);
  return checkpoint_identity("bnn", options_.train, std::move(options), fingerprint.text());
}

BnnFit BnnRun::train(TrainState& state, std::vector<Observer> observers, ThreadPool* pool,
                     const Processes& processes) const {
  TrainHooks hooks{.observers = std::move(observers), .processes = processes};
  if (validate_.targets.size() > 0)
    hooks.score = [&](const Vector& parameters) {
      return model_at(parameters).log_densities(validate_.features, validate_.targets).mean();
    };
  if (stream_)
    return fit_bnn(options_, task_.likelihood, *stream_, task_.outputs, state, pool, hooks);
  // Of classes, mean 0 and scale 1.
  const Vector targets = (learn_.targets.array() - encoding_.target_mean) / encoding_.target_scale;
  return fit_bnn(options_, task_.likelihood, learn_.features, targets, task_.outputs, state, pool,
                 hooks);
}

BnnModel BnnRun::plain_model(BnnPosterior posterior) const {
  return {encoding_, std::move(posterior), {.count = flags_.predictive_draws, .seed = seed_}};
}

BnnModel BnnRun::model_at(const Vector& parameters) const {
  return plain_model(
      bnn_posterior(options_, task_.likelihood, encoding_.width(), task_.outputs, parameters));
}

Vector BnnRun::validated_log_densities(const BnnPosterior& posterior) const {
  return plain_model(posterior).log_densities(validate_.features, validate_.targets);
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
