#include "experiments/figure_5.hpp"

#include <fmt/format.h>

#include <numeric>

#include "experiments/standard_error.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "renyi/inference/vae_objective.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

// Read off the figure by eye.
struct PublishedGap {
  double alpha;
  std::int64_t draws;
  double gap;
};
constexpr PublishedGap published_gaps[] = {
    {0, 5, -45.3},  {-1, 5, -45.2},  {-5, 5, -44.7},  {-50, 5, -43.9},  {-500, 5, -43.4},
    {0, 50, -20.3}, {-1, 50, -18.4}, {-5, 50, -16.9}, {-50, 50, -16.4}, {-500, 50, -16.4}};

// Bounds less log p(x): of each image (rows) and order (columns), for each number of draws.
using Gaps = std::vector<Matrix>;

VaeJob job_of(const Figure5Options& options, const VaeDataSet& data) {
  return vae_jobs({.data = options.data,
                   .draws = {options.train_draws},
                   .alphas = {options.train_alpha},
                   .epochs = options.epochs,
                   .seeds = {static_cast<std::int64_t>(options.seed)},
                   .folds = 1},
                  data)
      .front();
}

Gaps gaps_of(const Figure5Options& options, const VaeModel& model, const MatrixF& images,
             const Vector& log_likelihoods, ThreadPool& pool) {
  VaeObjective<float> objective(model.spec, images, model.treatment.binarise, &pool);
  std::vector<Index> rows(static_cast<std::size_t>(images.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  Gaps gaps;
  Matrix log_weights;
  std::uint32_t step = 0;
  for (const std::int64_t draws : options.draws) {
    Matrix sums = Matrix::Zero(images.rows(), static_cast<Index>(options.alphas.size()));
    for (std::int64_t r = 0; r < options.repetitions; ++r) {
      objective.draw(model.parameters, rows, draws, {options.seed, Purpose::draws, step++},
                     log_weights);
      for (Index a = 0; a < sums.cols(); ++a)
        sums.col(a) += renyi_bound(options.alphas[static_cast<std::size_t>(a)], log_weights).values;
    }
    gaps.push_back((sums / static_cast<double>(options.repetitions)).colwise() - log_likelihoods);
  }
  return gaps;
}

std::vector<Table> gap_tables(const Figure5Options& options, const Gaps& gaps) {
  std::vector<double> orders;
  for (const Alpha alpha : options.alphas) orders.push_back(alpha.value());
  std::vector<std::string> names;
  for (const std::int64_t draws : options.draws) names.push_back(fmt::format("K={}", draws));
  const auto at = [&](std::size_t a, std::size_t k) -> Vector {
    return gaps[k].col(static_cast<Index>(a));
  };
  std::vector<Table> tables = {
      grid_table({.name = "gap",
                  .title = fmt::format("Bound of order alpha with K draws, less that of order 0 "
                                       "with {} draws, in nats",
                                       options.test_draws),
                  .columns = {"alpha"},
                  .notes = {"Means over images; all orders see the same draws."}},
                 orders, names, [&](auto a, auto k) { return Cell(at(a, k).mean()); }),
      grid_table(
          {.name = "standard_errors", .title = "Standard errors over images", .columns = {"alpha"}},
          orders, names, [&](auto a, auto k) { return cell_or_na(standard_error(at(a, k))); })};
  Table comparison{.name = "comparison",
                   .title = "Against the paper's figure",
                   .columns = {"alpha", "K", "here", "paper", "difference"},
                   .notes = {"The paper prints no values: read off its figure by eye."}};
  for (const PublishedGap& paper : published_gaps)
    for (std::size_t k = 0; k < names.size(); ++k)
      for (std::size_t a = 0; a < orders.size(); ++a)
        if (orders[a] == paper.alpha && options.draws[k] == paper.draws)
          comparison.rows.push_back(
              {paper.alpha, paper.draws, at(a, k).mean(), paper.gap, at(a, k).mean() - paper.gap});
  if (!comparison.rows.empty()) tables.push_back(std::move(comparison));
  return tables;
}

Figure gap_figure(const Figure5Options& options, const Gaps& gaps) {
  Figure figure{.name = "gap",
                .title = "The bound less log p(x) on test images of Frey Face",
                .x = {.label = "alpha"},
                .y = {.label = "gap / nats"},
                .notes = {"Bars: two standard errors over images. Dashed: the paper's, by eye."}};
  for (const Alpha alpha : options.alphas) figure.x.categories.push_back(alpha.to_string());
  for (std::size_t k = 0; k < options.draws.size(); ++k) {
    const std::string name = fmt::format("K={}", options.draws[k]);
    Series here{.name = name, .group = name, .mark = Mark::line_and_points};
    Series paper{.name = "paper, " + name, .group = name, .dashed = true};
    for (std::size_t a = 0; a < options.alphas.size(); ++a) {
      const Vector gap = gaps[k].col(static_cast<Index>(a));
      const double error = 2.0 * standard_error(gap).value_or(0.0);
      here.x.push_back(static_cast<double>(a));
      here.y.push_back(gap.mean());
      here.lower.push_back(gap.mean() - error);
      here.upper.push_back(gap.mean() + error);
      for (const PublishedGap& published : published_gaps)
        if (published.alpha == options.alphas[a].value() && published.draws == options.draws[k]) {
          paper.x.push_back(static_cast<double>(a));
          paper.y.push_back(published.gap);
        }
    }
    figure.series.push_back(std::move(here));
    if (!paper.x.empty()) figure.series.push_back(std::move(paper));
  }
  return figure;
}

}  // namespace

void Figure5Options::validate() const {
  const auto at_least_one = [](const char* name, std::int64_t found) {
    if (found < 1) throw UsageError(fmt::format("{}: expected 1 or more, found {}", name, found));
  };
  if (data.empty()) throw UsageError("data: expected a folder, found none");
  if (alphas.empty()) throw UsageError("alpha: expected at least one order, found none");
  if (draws.empty()) throw UsageError("draws: expected at least one number, found none");
  for (const std::int64_t count : draws) at_least_one("draws", count);
  at_least_one("train-draws", train_draws);
  at_least_one("images", images);
  at_least_one("repetitions", repetitions);
  at_least_one("test-draws", test_draws);
  if (epochs < 0) throw UsageError(fmt::format("epochs: expected 0 or more, found {}", epochs));
}

std::optional<Report> figure_5(const Figure5Options& options, ThreadPool& pool,
                               const VaeJobHooks& hooks) {
  options.validate();
  const VaeDataSet data = read_vae_data_set(options.data, VaeBenchmark::frey);
  const VaeParts parts = vae_parts(data, 0, options.images);
  const auto fit = fitted_vae(job_of(options, data), parts.train, options.models, &pool, hooks);
  if (!fit) return std::nullopt;
  const VaeScores scores = score_images(fit->model, parts.test,
                                        {.draws = options.test_draws, .seed = options.seed}, &pool);
  const Gaps gaps = gaps_of(options, fit->model, parts.test, scores.log_likelihoods, pool);
  Report report{.data = {{data.train.path, data.train.fingerprint, data.train.pixels.rows()}},
                .tables = gap_tables(options, gaps),
                .figures = {gap_figure(options, gaps)}};
  report.tables.front().notes.push_back(
      fmt::format("log p(x) {:.2f} on average, of {} images.", scores.mean(), parts.test.rows()));
  return report;
}

}  // namespace renyi
