// A Bayesian neural network of a table as the flags of `renyi fit bnn` say: its rows encoded and
// parted, training, the model. Reading the table, saving and what people are told are the callers'.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/bnn_flags.hpp"
#include "renyi/data/encoded_table.hpp"
#include "renyi/inference/bnn_task.hpp"
#include "renyi/inference/row_parts.hpp"

namespace renyi::cli {

// Rows in the network's units; targets in those of the table too, to be scored by.
struct EncodedRows {
  Matrix features;
  Vector targets;
};

EncodedRows encode_rows(const TableEncoding& encoding, const DataTable& table,
                        const std::vector<Index>& rows);

class BnnRun {
 public:
  // `input` as read_to_learn() gives it for the flags, which it completes. DataError where there is
  // too little to learn from, UsageError where the flags do not suit the target.
  BnnRun(BnnFlags flags, const TableInput& input, std::uint64_t seed);
  // Of a table that stays on disk, as open_to_learn() gives it; it must outlive this. The same run.
  BnnRun(BnnFlags flags, const TableFile& table, std::uint64_t seed);

  const TableEncoding& encoding() const { return encoding_; }
  const BnnOptions& options() const { return options_; }
  Index rows() const { return learned_.rows; }
  Index validated() const { return validate_.targets.size(); }
  CheckpointIdentity identity() const;

  // Throws as fit_bnn() does.
  BnnFit train(TrainState& state, std::vector<Observer> observers, ThreadPool* pool,
               const Processes& processes = {}) const;

  // With its conformal interval, where the flags ask for one.
  BnnModel model(BnnPosterior posterior) const;
  // Of each row kept apart to validate by.
  Vector validated_log_densities(const BnnPosterior& posterior) const;
  // Of parameters under way, without the interval.
  BnnModel model_at(const Vector& parameters) const;

 private:
  // What has to be known of all rows to learn from.
  struct Learned {
    Index rows = 0;
    double lowest = 0.0, highest = 0.0;  // target
  };
  RowParts parts(const std::vector<Index>& rows) const;
  void settle(const Learned& learned, const std::string& file);
  BnnModel plain_model(BnnPosterior posterior) const;

  BnnFlags flags_;
  std::uint64_t seed_;
  TableEncoding encoding_ = {};
  EncodedRows learn_ = {}, validate_ = {}, calibrate_ = {};
  std::optional<EncodedTable> stream_ = {};  // in place of learn_
  std::string stream_data_ = {};             // its fingerprint
  Learned learned_ = {};
  BnnTask task_ = {};
  BnnOptions options_ = {};
};

}  // namespace renyi::cli
