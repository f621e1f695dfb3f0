#include "cli/training_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace renyi::cli {

std::string ending_text(Ending ending) {
  switch (ending) {
    case Ending::finished:
      return "all epochs done";
    case Ending::patience:
      return "no better validation score";
    case Ending::observer:
      return "stopped";
  }
  return "";
}

std::vector<Figure> training_figures(const std::vector<EpochSummary>& history,
                                     const std::string& kept_apart) {
  Series bound{.name = "bound"}, validation{.name = "validation log likelihood"};
  for (const EpochSummary& epoch : history) {
    const auto at = static_cast<double>(epoch.epoch);
    bound.x.push_back(at);
    bound.y.push_back(epoch.bound);
    if (!epoch.validation_score) continue;
    validation.x.push_back(at);
    validation.y.push_back(*epoch.validation_score);
  }
  std::vector<Figure> figures;
  figures.push_back({.name = "training",
                     .title = "Training: the bound after each epoch",
                     .x = {.label = "epoch"},
                     .y = {.label = "bound"},
                     .series = {std::move(bound)}});
  if (!validation.x.empty())
    figures.push_back({.name = "validation",
                       .title = fmt::format("Mean log likelihood of the {} kept apart", kept_apart),
                       .x = {.label = "epoch"},
                       .y = {.label = "log likelihood"},
                       .series = {std::move(validation)}});
  return figures;
}

}  // namespace renyi::cli
