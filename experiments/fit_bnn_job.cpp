#include "experiments/fit_bnn_job.hpp"

#include <cmath>

#include "experiments/epoch_metrics.hpp"

namespace renyi {

std::optional<JobResult> fit_bnn_job(const BnnJob& job, const std::function<bool()>& stop) {
  const DataTable& table = job.data->table;
  const Split& rows = job.data->splits.at(static_cast<std::size_t>(job.split));
  const TableEncoding encoding = learn_encoding(table, rows.train, job.data->columns);
  const Vector targets =
      (encode_target(encoding, table, rows.train).array() - encoding.target_mean) /
      encoding.target_scale;
  TrainState state;
  TrainHooks hooks;
  if (stop)
    hooks.observers = {[&](const Progress&) { return stop() ? Decision::stop : Decision::go_on; }};
  BnnFit fit =
      fit_bnn(job.options, Likelihood::gaussian, encode_features(encoding, table, rows.train),
              targets, 1, state, nullptr, hooks);
  if (fit.training.ending == Ending::observer) return std::nullopt;
  const double noise_sd = std::exp(0.5 * fit.posterior.log_variance) * encoding.target_scale;
  const BnnModel model(encoding, std::move(fit.posterior),
                       {.count = job.options.train.draws, .seed = job.options.train.seed});
  const RowScores scores = model.score(encode_features(encoding, table, rows.test),
                                       encode_target(encoding, table, rows.test));
  return JobResult{.metrics = {{negative_log_likelihood_metric, -scores.log_density.mean()},
                               {rmse_metric, std::sqrt(scores.error.array().square().mean())},
                               {"bound", fit.training.history.back().bound},
                               {"noise_sd", noise_sd}},
                   .epochs = epoch_metrics(fit.training.history)};
}

}  // namespace renyi
