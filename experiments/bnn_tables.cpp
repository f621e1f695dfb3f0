#include "experiments/bnn_tables.hpp"

#include <algorithm>

#include "experiments/standard_error.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

struct MetricText {
  const char* name;
  const char* title;
  const char* axis;
};

MetricText text_of(BnnMetric metric) {
  return metric == BnnMetric::rmse
             ? MetricText{"rmse", "test RMSE", "RMSE"}
             : MetricText{"negative_ll", "negative test log-likelihood", "negative test LL / nats"};
}

std::optional<PublishedValue> published(BnnMetric metric, const BnnScores& scores) {
  const PublishedBnn* data = find_published_bnn(scores.data_set);
  return data == nullptr ? std::nullopt : data->at(metric, scores.alpha);
}

template <class T>
std::vector<T> without_repetition(const std::vector<BnnScores>& scores, T BnnScores::*member) {
  std::vector<T> found;
  for (const BnnScores& score : scores)
    if (std::find(found.begin(), found.end(), score.*member) == found.end())
      found.push_back(score.*member);
  return found;
}

const BnnScores* find(const std::vector<BnnScores>& scores, const std::string& data_set,
                      Alpha alpha) {
  for (const BnnScores& score : scores)
    if (score.data_set == data_set && score.alpha == alpha) return &score;
  return nullptr;
}

// For each order its ranks over data sets.
struct Ranks {
  std::vector<std::vector<double>> here, paper;

  explicit Ranks(std::size_t orders) : here(orders), paper(orders) {}

  static void add(const std::vector<double>& values, std::vector<std::vector<double>>& to) {
    const std::vector<double> ranked = ranks(values);
    for (std::size_t i = 0; i < values.size(); ++i) to[i].push_back(ranked[i]);
  }
};

Ranks ranks_over_data_sets(BnnMetric metric, const std::vector<BnnScores>& scores,
                           const std::vector<Alpha>& alphas) {
  Ranks all(alphas.size());
  for (const std::string& data_set : without_repetition(scores, &BnnScores::data_set)) {
    std::vector<double> here, paper;
    for (const Alpha alpha : alphas) {
      const BnnScores* score = find(scores, data_set, alpha);
      if (score == nullptr) continue;
      here.push_back(mean_of(score->values(metric)).value);
      if (const auto value = published(metric, *score)) paper.push_back(value->value);
    }
    if (here.size() != alphas.size()) continue;
    Ranks::add(here, all.here);
    if (paper.size() == alphas.size()) Ranks::add(paper, all.paper);
  }
  return all;
}

void add_point(Series& series, double x, double y, std::optional<double> error) {
  series.x.push_back(x);
  series.y.push_back(y);
  series.lower.push_back(y - error.value_or(0.0));
  series.upper.push_back(y + error.value_or(0.0));
}

}  // namespace

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const double value : values) {
    const auto below = std::count_if(values.begin(), values.end(),
                                     [value](double other) { return other < value; });
    const auto equal = std::count(values.begin(), values.end(), value);
    ranks.push_back(static_cast<double>(below) + 0.5 * static_cast<double>(equal + 1));
  }
  return ranks;
}

Table bnn_scores_table(BnnMetric metric, const std::vector<BnnScores>& scores) {
  Table table{
      .name = text_of(metric).name,
      .title = std::string("Bayesian neural networks: ") + text_of(metric).title,
      .columns = {"dataset", "alpha", "splits", "here", "std_error", "paper", "paper_std_error",
                  "difference"},
      .notes = {"Lower is better. Means and standard errors over splits; difference: here "
                "less paper, in combined standard errors (both, and the rounding of printed "
                "numbers to two digits); na: not known of one split, or not in the paper."}};
  for (const BnnScores& score : scores) {
    const auto& values = score.values(metric);
    if (values.empty()) continue;
    const Mean here = mean_of(values);
    std::vector<Cell> row = {score.data_set, score.alpha.value(),
                             static_cast<std::int64_t>(values.size()), here.value,
                             cell_or_na(here.standard_error)};
    const auto paper = published(metric, score);
    row.push_back(paper ? Cell(paper->value) : NotAvailable{});
    row.push_back(paper ? cell_or_na(paper->standard_error) : NotAvailable{});
    row.push_back(paper ? cell_or_na(difference_in_errors(here.value, here.standard_error, *paper))
                        : NotAvailable{});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table bnn_ranks_table(BnnMetric metric, const std::vector<BnnScores>& scores) {
  const auto alphas = without_repetition(scores, &BnnScores::alpha);
  const Ranks all = ranks_over_data_sets(metric, scores, alphas);
  const bool like_paper =
      alphas.size() == published_orders && std::ranges::all_of(alphas, [&](Alpha alpha) {
        return published_average_rank(metric, alpha).has_value();
      });
  Table table{
      .name = std::string(text_of(metric).name) + "_ranks",
      .title = std::string("Average rank of each order by ") + text_of(metric).title,
      .columns = {"alpha", "datasets", "here", "std_error", "paper_here", "paper_all_ten",
                  "paper_std_error"},
      .notes = {"1 is the best. Over data sets that have all these orders; paper_here: on "
                "these data sets, of its printed values, where equal ones share a rank; its own "
                "average, over all ten, is of unrounded values."}};
  for (std::size_t i = 0; i < alphas.size(); ++i) {
    if (all.here[i].empty()) continue;
    const Mean here = mean_of(all.here[i]);
    const auto paper = like_paper ? published_average_rank(metric, alphas[i]) : std::nullopt;
    table.rows.push_back({alphas[i].value(), static_cast<std::int64_t>(all.here[i].size()),
                          here.value, cell_or_na(here.standard_error),
                          all.paper[i].size() == all.here[i].size()
                              ? Cell(mean_of(all.paper[i]).value)
                              : NotAvailable{},
                          paper ? Cell(paper->value) : NotAvailable{},
                          paper ? cell_or_na(paper->standard_error) : NotAvailable{}});
  }
  return table;
}

std::vector<Figure> bnn_figures(BnnMetric metric, const std::vector<BnnScores>& scores) {
  const auto alphas = without_repetition(scores, &BnnScores::alpha);
  std::vector<std::string> names;
  names.reserve(alphas.size());
  for (const Alpha alpha : alphas) names.push_back(alpha.to_string());
  std::vector<Figure> figures;
  for (const std::string& data_set : without_repetition(scores, &BnnScores::data_set)) {
    Series here{.name = "here", .mark = Mark::line_and_points};
    Series paper{.name = "paper", .mark = Mark::line_and_points, .dashed = true};
    for (std::size_t i = 0; i < alphas.size(); ++i) {
      const BnnScores* score = find(scores, data_set, alphas[i]);
      if (score == nullptr || score->values(metric).empty()) continue;
      const Mean mean = mean_of(score->values(metric));
      add_point(here, static_cast<double>(i), mean.value, mean.standard_error);
      if (const auto value = published(metric, *score))
        add_point(paper, static_cast<double>(i), value->value, value->standard_error);
    }
    if (here.x.empty()) continue;
    Figure figure{.name = data_set + "_" + text_of(metric).name,
                  .title = data_set + ": " + text_of(metric).title,
                  .x = {.label = "alpha", .categories = names},
                  .y = {.label = text_of(metric).axis},
                  .series = {std::move(here)},
                  .notes = {"Bars: one standard error over splits. Lower is better."}};
    if (!paper.x.empty()) figure.series.push_back(std::move(paper));
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace renyi
