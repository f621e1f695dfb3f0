// The flags of `renyi fit bnn`, and what they stand for once the table is known.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/resume.hpp"
#include "cli/table_input.hpp"
#include "renyi/core/named_enum.hpp"
#include "renyi/inference/fit_bnn.hpp"

namespace renyi::cli {

enum class BnnPreset : std::uint8_t { standard, paper };
enum class NoiseModel : std::uint8_t { constant, varying };

}  // namespace renyi::cli

template <>
struct renyi::EnumNames<renyi::cli::BnnPreset> {
  static constexpr std::string_view what = "preset";
  static constexpr std::array<std::string_view, 2> names = {"standard", "paper"};
};
template <>
struct renyi::EnumNames<renyi::cli::NoiseModel> {
  static constexpr std::string_view what = "noise";
  static constexpr std::array<std::string_view, 2> names = {"constant", "varying"};
};

namespace renyi::cli {

struct BnnFlags {
  TableFlags table = {};
  EncodingOptions encoding = {};
  bool stream = false;
  std::string model = {};
  BnnPreset preset = BnnPreset::standard;
  std::optional<Alpha> alpha = {};
  std::vector<Alpha> choose_alpha = {};
  std::optional<double> beta = {};
  std::vector<std::int64_t> hidden = {50};
  Activation activation = Activation::relu;
  NoiseModel noise = NoiseModel::constant;
  double prior_sd = 1.0;
  std::optional<Parameterisation> parameterisation = {};
  std::optional<Grouping> grouping = {};
  std::optional<KlTerm> kl = {};
  std::optional<std::int64_t> draws = {};
  std::int64_t batch = 32;
  std::int64_t row_shards = 1;
  std::optional<std::int64_t> epochs = {};
  std::optional<double> learning_rate = {};
  std::optional<Schedule> schedule = {};
  Estimator estimator = Estimator::reparameterised;
  Backward backward = Backward::all;
  double averaging = 0.0;
  double clip = 0.0;
  double validate_share = 0.0;
  double conformal = 0.0;
  std::int64_t patience = 0;
  std::int64_t predictive_draws = 100;
  ResumeFlags run = {};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    TableFlags::describe(self.table, field);
    EncodingOptions::describe(self.encoding, field);
    EncodingOptions::describe_task(self.encoding, field);
    field(
        "stream", self.stream,
        "leave the table on disk and read rows as they are needed; rows kept apart are in memory");
    field("model", self.model, "file to save the model to");
    field("preset", self.preset, "what auto stands for; paper: the settings of its experiments");
    field("alpha", self.alpha, "order of the bound; auto: 0.5");
    field("choose-alpha", self.choose_alpha,
          "orders to fit, of which the one with the highest validated log-likelihood is kept");
    field("beta", self.beta, "instead of alpha: alpha = 1 - beta / rows, with --grouping row");
    field("hidden", self.hidden, "units of each hidden layer; 0: no hidden layer");
    field("activation", self.activation, "of the hidden units");
    field("noise", self.noise, "varying: a second output for the noise, which depends on x");
    field("prior-sd", self.prior_sd, "of every weight");
    field("parameterisation", self.parameterisation,
          "auto: site, the prior times a factor, never wider than the prior");
    field("grouping", self.grouping,
          "one bound a row (black-box alpha) or a batch (the paper); auto: row, paper: batch");
    field(
        "kl", self.kl,
        "exact: divergence from the prior in closed form, at alpha 1 alone; auto: there in paper");
    field("draws", self.draws, "draws of the weights in each step, K; auto: 20, paper: 100");
    field("batch", self.batch, "rows of a step; all where there are fewer");
    field("row-shards", self.row_shards,
          "of a step's rows: what processes share out, to read their own rows alone with --stream; "
          "1: they share out draws");
    field("epochs", self.epochs,
          "passes over the data; auto: 300, fewer for large tables; paper: 500");
    field("learning-rate", self.learning_rate, "size of a step; auto: 0.01, paper: 0.001");
    field("schedule", self.schedule,
          "auto: cosine, paper: constant; constant, exponential:LAST, step:EPOCHSxFACTOR, cosine, "
          "cosine:LAST or "
          "stages:EPOCHSxRATE,...");
    field("estimator", self.estimator, "of the gradient");
    field("backward", self.backward, "draws that are pulled back");
    field("averaging", self.averaging,
          "share of the run, at its end, whose parameters are averaged");
    field("clip", self.clip, "longest gradient; 0: any");
    field("validate", self.validate_share,
          "share of the rows kept apart, by whose log-likelihood the best epoch is chosen");
    field("patience", self.patience, "epochs without a better one until the run ends; 0: all run");
    field("conformal", self.conformal,
          "level of intervals that a fifth of the rows, kept apart, is to calibrate; 0: none");
    field("predictive-draws", self.predictive_draws, "draws of the weights behind a prediction");
    ResumeFlags::describe(self.run, field);
  }

  // Throws UsageError that names the flag.
  void validate() const;

  // For a table with that many rows to learn from.
  BnnOptions options(Index rows, std::uint64_t seed) const;
};

}  // namespace renyi::cli
