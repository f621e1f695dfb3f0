#include "cli/bnn_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/field_text.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

// What `auto` stands for: docs/decisions.md has the figures behind it.
struct Defaults {
  std::int64_t draws = 20;
  double learning_rate = 0.01;
  Schedule schedule = CosineDecay{};
  Grouping grouping = Grouping::row;
};

Defaults defaults_of(BnnPreset preset) {
  if (preset == BnnPreset::standard) return {};
  const BnnOptions paper = BnnOptions::paper(Alpha::vi());
  return {paper.train.draws, paper.train.learning_rate, paper.train.schedule, paper.grouping};
}

// Tables of a few thousand rows and fewer see all of them; larger ones fewer, so that a fit takes
// about as long.
std::int64_t epochs_for(Index rows, std::int64_t batch) {
  constexpr double most = 300.0, fewest = 20.0, enough_steps = 15000.0;
  const double steps = std::ceil(static_cast<double>(rows) / static_cast<double>(batch));
  return static_cast<std::int64_t>(std::clamp(std::ceil(enough_steps / steps), fewest, most));
}

}  // namespace

void BnnFlags::validate() const {
  table.validate();
  encoding.validate();
  if (epochs && *epochs < 1)
    throw UsageError(fmt::format("--epochs: expected at least 1, found {}", *epochs));
  if (alpha && beta)
    throw UsageError("--beta: expected only one of --alpha and --beta, found both");
  if (beta && grouping == Grouping::batch)
    throw UsageError("--beta: expected --grouping row, found batch");
  if (!choose_alpha.empty() && (alpha || beta))
    throw UsageError("--choose-alpha: expected neither --alpha nor --beta beside it");
  if (!choose_alpha.empty() && validate_share == 0.0)
    throw UsageError("--choose-alpha: expected --validate SHARE to go by, found none");
  if (!(validate_share >= 0.0 && validate_share < 1.0))
    throw UsageError(
        fmt::format("--validate: expected a share from 0 to below 1, found {}", validate_share));
  if (patience > 0 && validate_share == 0.0)
    throw UsageError("--patience: expected --validate SHARE to go by, found none");
  if (!(conformal >= 0.0 && conformal < 1.0))
    throw UsageError(
        fmt::format("--conformal: expected a level from 0 to below 1, found {}", conformal));
  if (predictive_draws < 1)
    throw UsageError(
        fmt::format("--predictive-draws: expected at least 1, found {}", predictive_draws));
  run.checkpoint.validate(model);
  with_flags([&] { options(1, 1).validate(); });
}

BnnOptions BnnFlags::options(Index rows, std::uint64_t seed) const {
  constexpr double usual_order = 0.5;
  const bool paper = preset == BnnPreset::paper;
  const Defaults defaults = defaults_of(preset);
  const Alpha order =
      beta ? Alpha(1.0 - *beta / static_cast<double>(rows)) : alpha.value_or(Alpha(usual_order));
  const Grouping groups = grouping.value_or(beta ? Grouping::row : defaults.grouping);
  const bool closed_form = paper && order.is_vi() && groups == Grouping::batch;
  const bool linear = hidden == std::vector<std::int64_t>{0};
  BnnOptions options{
      .hidden = linear ? std::vector<Index>() : std::vector<Index>(hidden.begin(), hidden.end()),
      .activation = activation,
      .prior_sd = prior_sd,
      .parameterisation = parameterisation.value_or(Parameterisation::site),
      .grouping = groups,
      .kl = kl.value_or(closed_form ? KlTerm::exact : KlTerm::sampled),
      .row_shards = row_shards};
  options.train = {.alpha = order,
                   .draws = draws.value_or(defaults.draws),
                   .batch = batch,
                   .epochs = 0,
                   .learning_rate = learning_rate.value_or(defaults.learning_rate),
                   .schedule = schedule.value_or(defaults.schedule),
                   .estimator = estimator,
                   .backward = backward,
                   .averaging = averaging,
                   .clip = clip,
                   .patience = patience,
                   .seed = seed};
  const bool has_own = own_epochs(options.train.schedule) > 0;
  if (epochs)
    options.train.epochs = *epochs;
  else if (!has_own)
    options.train.epochs = paper ? 500 : epochs_for(rows, std::max<std::int64_t>(1, batch));
  return options;
}

}  // namespace renyi::cli
