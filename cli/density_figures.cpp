#include "cli/density_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace renyi::cli {
namespace {

constexpr Index most_marginals = 6;
constexpr Index most_points = 1000;

// Values that occur as often as their weights say, for marks that know no weights.
Vector resampled(const NamedDraws& draws, Index row) {
  const Vector values = draws.values.row(row);
  if (draws.weights.size() == 0) return values;
  return values(systematic_sample(draws.weights));
}

// A histogram of the standardised values as a line.
Series marginal(const NamedDraws& draws, Index row) {
  constexpr Index bins = 40;
  const Vector values = resampled(draws, row);
  const double mean = values.mean();
  const double sd = std::max(std::sqrt((values.array() - mean).square().mean()), 1e-300);
  std::vector<double> counts(bins, 0.0);
  constexpr double reach = 4.0, width = 2.0 * reach / bins;
  for (Index k = 0; k < values.size(); ++k) {
    const double place = ((values(k) - mean) / sd + reach) / width;
    if (place >= 0.0 && place < bins) counts[static_cast<std::size_t>(place)] += 1.0;
  }
  Series series{.name = fmt::format("{} ({:.4g} ± {:.2g})",
                                    draws.names[static_cast<std::size_t>(row)], mean, sd)};
  for (Index b = 0; b < bins; ++b) {
    series.x.push_back(-reach + (static_cast<double>(b) + 0.5) * width);
    series.y.push_back(counts[static_cast<std::size_t>(b)] /
                       (width * static_cast<double>(values.size())));
  }
  return series;
}

}  // namespace

Figure trace_figure(const std::vector<double>& bounds, std::int64_t steps_a_point) {
  Figure figure{.name = "trace",
                .title = "The bound during training",
                .x = {.label = "step"},
                .y = {.label = "bound"},
                .series = {{.name = "bound"}}};
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    figure.series[0].x.push_back(static_cast<double>(i + 1) * static_cast<double>(steps_a_point));
    figure.series[0].y.push_back(bounds[i]);
  }
  figure.notes.push_back(fmt::format("Means of {} steps.", steps_a_point));
  return figure;
}

Figure weights_figure(const ConstVectorRef& log_weights) {
  Vector sorted = log_weights;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  Figure figure{.name = "weights",
                .title = "Log-weights of the draws, largest first, less the largest",
                .x = {.label = "rank", .logarithmic = true},
                .y = {.label = "log w - max"},
                .series = {{.name = "log-weights"}}};
  for (Index rank = 1; rank <= sorted.size();
       rank = std::max(rank + 1, static_cast<Index>(1.03 * static_cast<double>(rank)))) {
    figure.series[0].x.push_back(static_cast<double>(rank));
    figure.series[0].y.push_back(sorted(rank - 1) - sorted(0));
  }
  return figure;
}

Figure marginals_figure(const NamedDraws& draws) {
  Figure figure{.name = "marginals",
                .title = "Marginals, each in its own sds from its own mean",
                .x = {.label = "sds from the mean"},
                .y = {.label = "density"}};
  for (Index i = 0; i < std::min(most_marginals, draws.values.rows()); ++i)
    figure.series.push_back(marginal(draws, i));
  if (draws.values.rows() > most_marginals)
    figure.notes.push_back(
        fmt::format("The first {} of {} parameters.", most_marginals, draws.values.rows()));
  return figure;
}

Figure pairs_figure(const NamedDraws& draws) {
  // The pair of strongest correlation, of those that vary.
  Index first = 0, second = std::min<Index>(1, draws.values.rows() - 1);
  double strongest = -1.0;
  const Matrix centred = draws.values.colwise() - draws.values.rowwise().mean();
  const Vector norms = centred.rowwise().norm();
  for (Index i = 0; i < centred.rows(); ++i)
    for (Index j = i + 1; j < centred.rows(); ++j) {
      const double size = std::abs(centred.row(i).dot(centred.row(j))) / (norms(i) * norms(j));
      if (size > strongest && size < 1.0 - 1e-9) {
        strongest = size;
        first = i;
        second = j;
      }
    }
  const auto name = [&](Index i) { return draws.names[static_cast<std::size_t>(i)]; };
  Figure figure{.name = "pairs",
                .title = fmt::format("{} and {}: the pair of strongest correlation", name(first),
                                     name(second)),
                .x = {.label = name(first)},
                .y = {.label = name(second)},
                .series = {{.name = "draws", .mark = Mark::points}}};
  const Vector x = resampled(draws, first), y = resampled(draws, second);
  for (Index k = 0; k < std::min(most_points, x.size()); ++k) {
    figure.series[0].x.push_back(x(k));
    figure.series[0].y.push_back(y(k));
  }
  return figure;
}

}  // namespace renyi::cli
