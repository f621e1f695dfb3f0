// Fits a Bayesian neural network to encoded rows: the objective, the start and the trainer put
// together. Tables and files are others'.
#pragma once

#include <string>
#include <vector>

#include "renyi/inference/bnn_objective.hpp"
#include "renyi/inference/train.hpp"
#include "renyi/models/bnn_model.hpp"

namespace renyi {

struct BnnOptions {
  std::vector<Index> hidden = {50};
  Activation activation = Activation::relu;
  double prior_sd = 1.0;
  Parameterisation parameterisation = Parameterisation::site;
  Grouping grouping = Grouping::batch;
  KlTerm kl = KlTerm::sampled;
  Index row_shards = 1;
  TrainOptions train = {};

  // The settings of the paper's experiments: K = 100, batches of 32, 500 epochs of Adam at 1e-3;
  // with the divergence in closed form at alpha = 1.
  static BnnOptions paper(Alpha alpha);

  // Throws UsageError that names the field.
  void validate() const;

  // Without those of training.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("hidden", self.hidden, "units of each hidden layer");
    field("activation", self.activation, "of the hidden units");
    field("prior-sd", self.prior_sd, "of every weight");
    field("parameterisation", self.parameterisation, "what the free parameters stand for");
    field("grouping", self.grouping, "what one bound is of: a batch or each row");
    field("kl", self.kl, "the divergence from the prior, sampled or exact");
    field("row-shards", self.row_shards,
          "of a minibatch, which processes share out; 1: they share out draws");
  }
};

struct BnnFit {
  BnnPosterior posterior = {};
  Fit training = {};
};

// features: N x D; targets: N, standardised, or the number of a class (`outputs` of them).
// Throws as train() does. `state`: where the run stands; empty to begin, and left where it ended.
BnnFit fit_bnn(const BnnOptions& options, Likelihood likelihood, const ConstMatrixRef& features,
               const ConstVectorRef& targets, Index outputs, TrainState& state,
               ThreadPool* pool = nullptr, const TrainHooks& hooks = {});

// Of rows that are read when they are needed: features, and the target behind them.
BnnFit fit_bnn(const BnnOptions& options, Likelihood likelihood, const RowsView& rows,
               Index outputs, TrainState& state, ThreadPool* pool = nullptr,
               const TrainHooks& hooks = {});

// The posterior that free parameters of the objective stand for.
BnnPosterior bnn_posterior(const BnnOptions& options, Likelihood likelihood, Index inputs,
                           Index outputs, const Vector& parameters);

}  // namespace renyi
