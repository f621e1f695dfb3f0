// A Bayesian neural network of a table as the flags of `renyi fit bnn` say: its rows encoded and
// parted, training, the model. Reading the table, saving and what people are told are the callers'.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/bnn_flags.hpp"
#include "renyi/inference/bnn_task.hpp"

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

  const TableEncoding& encoding() const { return encoding_; }
  const BnnOptions& options() const { return options_; }
  Index rows() const { return learn_.targets.size(); }
  Index validated() const { return validate_.targets.size(); }
  CheckpointIdentity identity() const;

  // Throws as fit_bnn() does.
  BnnFit train(TrainState& state, std::vector<Observer> observers, ThreadPool* pool) const;

  // With its conformal interval, where the flags ask for one.
  BnnModel model(BnnPosterior posterior) const;
  // Of parameters under way, without the interval.
  BnnModel model_at(const Vector& parameters) const;

 private:
  void require_sense(const std::string& file) const;
  BnnModel plain_model(BnnPosterior posterior) const;

  BnnFlags flags_;
  std::uint64_t seed_;
  TableEncoding encoding_ = {};
  EncodedRows learn_ = {}, validate_ = {}, calibrate_ = {};
  BnnTask task_ = {};
  BnnOptions options_ = {};
};

}  // namespace renyi::cli
