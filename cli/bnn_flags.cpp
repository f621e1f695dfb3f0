#include "cli/bnn_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

// Enough for tables of a few hundred rows to a few thousand, as the paper's; larger ones see fewer
// epochs, so that a fit takes about as long.
constexpr double usual_epochs = 500.0, fewest_epochs = 20.0, enough_steps = 20000.0;

std::int64_t epochs_for(Index rows, std::int64_t batch, const Schedule& schedule) {
  if (own_epochs(schedule) > 0) return own_epochs(schedule);
  const double steps = std::ceil(static_cast<double>(rows) / static_cast<double>(batch));
  return static_cast<std::int64_t>(
      std::clamp(std::ceil(enough_steps / steps), fewest_epochs, usual_epochs));
}

}  // namespace

void BnnFlags::validate() const {
  table.validate();
  encoding.validate();
  if (alpha && beta)
    throw UsageError("--beta: expected only one of --alpha and --beta, found both");
  if (beta && grouping == Grouping::batch)
    throw UsageError("--beta: expected --grouping row, found batch");
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
  with_flags([&] { options(1, 1).validate(); });
}

BnnOptions BnnFlags::options(Index rows, std::uint64_t seed) const {
  const double usual = 0.5;
  const bool paper = preset == BnnPreset::paper;
  const Alpha order =
      beta ? Alpha(1.0 - *beta / static_cast<double>(rows)) : alpha.value_or(Alpha(usual));
  const bool closed_form = paper && order.is_vi() && !grouping;
  BnnOptions options{.hidden = {hidden.begin(), hidden.end()},
                     .activation = activation,
                     .prior_sd = prior_sd,
                     .parameterisation = parameterisation.value_or(Parameterisation::site),
                     .grouping = grouping.value_or(beta ? Grouping::row : Grouping::batch),
                     .kl = kl.value_or(closed_form ? KlTerm::exact : KlTerm::sampled)};
  options.train = {.alpha = order,
                   .draws = draws,
                   .batch = batch,
                   .epochs = epochs.value_or(
                       paper ? 500 : epochs_for(rows, std::max<std::int64_t>(1, batch), schedule)),
                   .learning_rate = learning_rate,
                   .schedule = schedule,
                   .estimator = estimator,
                   .backward = backward,
                   .averaging = averaging,
                   .clip = clip,
                   .patience = patience,
                   .seed = seed};
  return options;
}

}  // namespace renyi::cli
