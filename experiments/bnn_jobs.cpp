#include "experiments/bnn_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "experiments/require_at_least.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

std::string options_json(const BnnOptions& options) {
  const TrainOptions& train = options.train;
  return nlohmann::ordered_json{{"alpha", train.alpha.to_string()},
                                {"hidden", options.hidden},
                                {"activation", to_string(options.activation)},
                                {"prior_sd", options.prior_sd},
                                {"parameterisation", to_string(options.parameterisation)},
                                {"grouping", to_string(options.grouping)},
                                {"kl", to_string(options.kl)},
                                {"draws", train.draws},
                                {"batch", train.batch},
                                {"epochs", train.epoch_count()},
                                {"learning_rate", train.learning_rate},
                                {"estimator", to_string(train.estimator)},
                                {"backward", to_string(train.backward)}}
      .dump();
}

BnnJob make_job(const BnnExperimentOptions& options, const BnnDataSet& data, std::int64_t split,
                Alpha alpha) {
  const BnnSettings settings = bnn_settings(options, data.name);
  BnnJob job{.data = &data, .split = split, .options = BnnOptions::paper(alpha)};
  job.options.hidden = {settings.hidden};
  job.options.train.draws = settings.draws;
  job.options.train.epochs = settings.epochs;
  job.options.train.seed = options.seed + static_cast<std::uint64_t>(split);
  job.key = {.name = fmt::format("bnn/{}/split={}/alpha={}", data.name, split, alpha.to_string()),
             .options = options_json(job.options),
             .seed = job.options.train.seed,
             .fingerprint = fingerprint_of_split(data, split)};
  const auto rows = data.splits[static_cast<std::size_t>(split)].train.size();
  const auto inputs =
      data.columns.features.empty() ? data.table.columns.size() : data.columns.features.size() + 1;
  job.work = static_cast<double>(rows) * static_cast<double>(inputs + 1) *
             static_cast<double>(settings.epochs * settings.draws * settings.hidden);
  return job;
}

}  // namespace

void BnnExperimentOptions::validate() const {
  if (data.empty()) throw UsageError("data: expected a folder, found none");
  if (alphas.empty()) throw UsageError("alphas: expected at least one order, found none");
  if (std::set<Alpha>(alphas.begin(), alphas.end()).size() != alphas.size())
    throw UsageError("alphas: expected orders that differ, found one twice");
  if (std::set<std::string>(data_sets.begin(), data_sets.end()).size() != data_sets.size())
    throw UsageError("datasets: expected names that differ, found one twice");
  require_at_least("splits", 0, splits);
}

BnnSettings bnn_settings(const BnnExperimentOptions& options, const std::string& data_set) {
  const PublishedBnn* published = find_published_bnn(data_set);
  BnnSettings settings = published != nullptr ? published->settings : BnnSettings{};
  if (options.quick) {
    settings.epochs = std::max<std::int64_t>(1, settings.epochs / 10);
    settings.splits = std::min<std::int64_t>(2, settings.splits);
  }
  if (options.splits > 0) settings.splits = options.splits;
  return settings;
}

std::vector<std::string> chosen_data_sets(const BnnExperimentOptions& options) {
  if (!options.data_sets.empty()) return options.data_sets;
  std::vector<std::string> names = published_data_sets_in(options.data);
  if (!options.quick) return names;
  std::vector<std::string> quick;
  for (const std::string& name : names)
    if (name == "boston" || name == "yacht") quick.push_back(name);
  return quick.empty() ? std::vector{names.front()} : quick;
}

std::vector<BnnJob> bnn_jobs(const BnnExperimentOptions& options,
                             std::span<const BnnDataSet> data) {
  std::size_t most = 0;
  for (const BnnDataSet& set : data) most = std::max(most, set.splits.size());
  std::vector<BnnJob> jobs;
  for (std::size_t split = 0; split < most; ++split)
    for (const BnnDataSet& set : data)
      if (split < set.splits.size())
        for (const Alpha alpha : options.alphas)
          jobs.push_back(make_job(options, set, static_cast<std::int64_t>(split), alpha));
  return jobs;
}

}  // namespace renyi
