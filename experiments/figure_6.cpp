#include "experiments/figure_6.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "experiments/require_at_least.hpp"
#include "renyi/core/error.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

constexpr std::int64_t tenths = 10;
// Read off Figure 6(b) by eye.
constexpr std::array<double, 5> published_largest = {0.77, 0.135, 0.04, 0.02, 0.01};

struct Runs {
  VaeDataSet data = {};
  std::vector<std::vector<WeightsAtStep>> records = {};  // by the number of draws
};

std::optional<Runs> train_all(const Figure6Options& options, ThreadPool& pool,
                              const VaeJobHooks& hooks) {
  options.validate();
  Runs runs{.data = read_vae_data_set(options.data, VaeBenchmark::frey)};
  for (const std::int64_t draws : options.draws) {
    WeightsRun run{.fit = vae_options({}, {VaeBenchmark::frey, 1, draws}, options.alpha),
                   .steps = options.iterations,
                   .every = options.every,
                   .images = options.images};
    run.fit.train.seed = options.seed;
    auto records = weights_in_training(run, runs.data.train.pixels, pool, hooks);
    if (!records) return std::nullopt;
    runs.records.push_back(std::move(*records));
  }
  return runs;
}

// The tenth of the run that a step is in, from 0.
std::int64_t tenth_of(const Figure6Options& options, const WeightsAtStep& record) {
  return std::min(tenths - 1, (record.step - 1) * tenths / options.iterations);
}

template <class F>
std::optional<double> mean_in_tenth(const Figure6Options& options,
                                    const std::vector<WeightsAtStep>& records, std::int64_t tenth,
                                    const F& value) {
  double sum = 0.0;
  std::int64_t count = 0;
  for (const WeightsAtStep& record : records)
    if (tenth_of(options, record) == tenth) {
      sum += value(record.weights);
      ++count;
    }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

Report report_on(const Runs& runs) {
  const ImageSet& images = runs.data.train;
  return {.data = {{images.path, images.fingerprint, images.pixels.rows()}}};
}

std::string draws_name(std::int64_t draws) { return fmt::format("K={}", draws); }

}  // namespace

void Figure6Options::validate() const {
  if (data.empty()) throw UsageError("data: expected a folder, found none");
  if (draws.empty()) throw UsageError("draws: expected at least one number, found none");
  for (const std::int64_t count : draws) require_at_least("draws", 2, count);
  require_at_least("iterations", 1, iterations);
  require_at_least("every", 1, every);
  require_at_least("images", 1, images);
}

std::optional<Report> figure_6a(const Figure6Options& options, ThreadPool& pool,
                                const VaeJobHooks& hooks) {
  const auto runs = train_all(options, pool, hooks);
  if (!runs) return std::nullopt;
  Report report = report_on(*runs);
  Table table{
      .name = "log_ratio",
      .title = "log R = log w_max / (1 - w_max) in training, means by tenths of the run",
      .columns = {"K", "iterations", "mean_log_R", "median_log_R", "log_R_of_mean", "w_max"},
      .notes = {"mean and median: over images; log_R_of_mean: of the mean w_max. The paper's "
                "figure, by eye: 4 to 7 for K=5, 3 to 5.5 for K=10, 2 to 3.5 for K=50."}};
  Figure figure{.name = "log_ratio",
                .title = "The largest weight against the rest, in training on Frey Face",
                .x = {.label = "iteration"},
                .y = {.label = "log R"},
                .notes = {"Solid: medians over images; dashed: means."}};
  for (std::size_t k = 0; k < options.draws.size(); ++k) {
    const auto& records = runs->records[k];
    for (std::int64_t tenth = 0; tenth < tenths; ++tenth) {
      const auto mean = [&](const auto& value) {
        return cell_or_na(mean_in_tenth(options, records, tenth, value));
      };
      table.rows.push_back({options.draws[k], (tenth + 1) * options.iterations / tenths,
                            mean([](const auto& w) { return w.mean_log_ratio; }),
                            mean([](const auto& w) { return w.median_log_ratio; }),
                            mean([](const auto& w) { return w.log_ratio_of_mean(); }),
                            mean([](const auto& w) { return w.largest(0); })});
    }
    const std::string name = draws_name(options.draws[k]);
    Series medians{.name = name, .group = name};
    Series means{.name = "mean, " + name, .group = name, .dashed = true};
    for (const WeightsAtStep& record : records) {
      medians.x.push_back(static_cast<double>(record.step));
      medians.y.push_back(record.weights.median_log_ratio);
      means.y.push_back(record.weights.mean_log_ratio);
    }
    means.x = medians.x;
    figure.series.push_back(std::move(medians));
    figure.series.push_back(std::move(means));
  }
  report.tables.push_back(std::move(table));
  report.figures.push_back(std::move(figure));
  return report;
}

std::optional<Report> figure_6b(const Figure6bOptions& options, ThreadPool& pool,
                                const VaeJobHooks& hooks) {
  const auto runs = train_all(options, pool, hooks);
  if (!runs) return std::nullopt;
  Report report = report_on(*runs);
  Table table{.name = "weights",
              .title = "The largest importance weights of K, in descending order",
              .columns = {"K", "rank", "here", "paper"},
              .notes = {"Means over images and over the last tenth of the run. paper: K = 50, read "
                        "off its figure by eye."}};
  Figure figure{.name = "weights",
                .title = "The ten largest importance weights on Frey Face",
                .x = {.label = "rank"},
                .y = {.label = "normalised weight"}};
  constexpr Index shown = 10;
  Series paper{.name = "paper", .mark = Mark::points, .dashed = true};
  for (std::size_t k = 0; k < options.draws.size(); ++k) {
    Series here{.name = draws_name(options.draws[k]), .mark = Mark::bars};
    for (Index rank = 0; rank < std::min<Index>(shown, options.draws[k]); ++rank) {
      const auto weight =
          mean_in_tenth(options, runs->records[k], tenths - 1,
                        [rank](const WeightSummary& weights) { return weights.largest(rank); });
      const bool published =
          options.draws[k] == 50 && rank < static_cast<Index>(published_largest.size());
      const Cell value =
          published ? Cell(published_largest[static_cast<std::size_t>(rank)]) : NotAvailable{};
      table.rows.push_back({options.draws[k], std::int64_t{rank + 1}, cell_or_na(weight), value});
      here.x.push_back(static_cast<double>(rank + 1));
      here.y.push_back(weight.value_or(0.0));
      if (!published) continue;
      paper.x.push_back(static_cast<double>(rank + 1));
      paper.y.push_back(published_largest[static_cast<std::size_t>(rank)]);
    }
    figure.series.push_back(std::move(here));
  }
  if (!paper.x.empty()) figure.series.push_back(std::move(paper));
  report.tables.push_back(std::move(table));
  report.figures.push_back(std::move(figure));
  return report;
}

}  // namespace renyi
