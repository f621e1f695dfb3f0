#include "cli/vae_evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>

#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/progress_line.hpp"
#include "experiments/median.hpp"

namespace renyi::cli {
namespace {

constexpr double trusted_k = 0.7;

Cell number_or_na(double value) { return std::isnan(value) ? Cell{} : Cell{value}; }

}  // namespace

Table image_scores_table(const VaeSpec& spec, const VaeScores& scores, std::int64_t draws) {
  const Index images = scores.log_likelihoods.size();
  Table table{.name = "scores",
              .title = fmt::format("Scores on {} {}, {} draws each", images,
                                   images == 1 ? "image" : "images", draws),
              .columns = {"score", "value", "std_error"}};
  const auto add = [&](const char* score, Cell value, Cell error = {}) {
    table.rows.push_back({score, std::move(value), std::move(error)});
  };
  add("log likelihood", scores.mean(), number_or_na(scores.standard_error()));
  if (spec.likelihood.model == PixelModel::bernoulli) {
    const double bits = 1.0 / (static_cast<double>(spec.pixels) * std::numbers::ln2);
    add("bits per pixel", -bits * scores.mean(), number_or_na(bits * scores.standard_error()));
  }
  add("median effective draws",
      median({scores.effective_draws.begin(), scores.effective_draws.end()}));
  const auto known = (!scores.pareto_k.array().isNaN()).count();
  add("share with k̂ above 0.7",
      known == 0 ? Cell{}
                 : Cell{static_cast<double>((scores.pareto_k.array() > trusted_k).count()) /
                        static_cast<double>(known)});
  table.notes.emplace_back(
      "log likelihood: of an image, by importance sampling from the encoder, which is too low in "
      "the mean; std_error is over images. k̂ is the Pareto index of an image's weights: above 0.7 "
      "its estimate can be far too low, and more draws help slowly. It needs at least 25 draws.");
  return table;
}

Table images_table(const VaeScores& scores) {
  Table table{.name = "images",
              .title = "Each image",
              .columns = {"image", "log_likelihood", "effective_draws", "pareto_k"}};
  for (Index i = 0; i < scores.log_likelihoods.size(); ++i)
    table.rows.push_back({std::int64_t{i + 1}, scores.log_likelihoods(i), scores.effective_draws(i),
                          number_or_na(scores.pareto_k(i))});
  return table;
}

std::vector<Figure> image_score_figures(const VaeScores& scores) {
  std::vector<Index> order(static_cast<std::size_t>(scores.log_likelihoods.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return scores.log_likelihoods(a) < scores.log_likelihoods(b);
  });
  Series likelihood{.name = "images"}, k{.name = "images", .mark = Mark::points};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double value = scores.log_likelihoods(order[i]);
    likelihood.x.push_back(value);
    likelihood.y.push_back(static_cast<double>(i + 1) / static_cast<double>(order.size()));
    k.x.push_back(value);
    k.y.push_back(scores.pareto_k(order[i]));
  }
  return {{.name = "distribution",
           .title = "Share of images up to a log likelihood",
           .x = {.label = "log likelihood"},
           .y = {.label = "share of images"},
           .series = {std::move(likelihood)}},
          {.name = "trust",
           .title = "Pareto k̂ of the weights: above 0.7 an image's log likelihood is too low",
           .x = {.label = "log likelihood"},
           .y = {.label = "k̂"},
           .series = {std::move(k)}}};
}

VaeProgress image_progress(const CommonOptions& common, Index images) {
  using Clock = std::chrono::steady_clock;
  if (common.err == nullptr || common.quiet)
    return [](Index /*done*/) { return !InterruptGuard::signal(); };
  const auto line = std::make_shared<ProgressLine>(
      *common.err, progress_style(*common.err, common.quiet).terminal);
  return [line, images, start = Clock::now()](Index done) {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    line->show({.done = done, .all = images, .seconds = seconds}, [&] {
      const double left = seconds * static_cast<double>(images - done) / static_cast<double>(done);
      return fmt::format("image {}/{}  {} left", done, images, duration_text(left));
    });
    return !InterruptGuard::signal();
  };
}

}  // namespace renyi::cli
