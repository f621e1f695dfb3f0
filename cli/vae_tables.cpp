#include "cli/vae_tables.hpp"

#include <fmt/format.h>

#include "cli/training_text.hpp"
#include "renyi/nn/network_layout.hpp"
#include "renyi/report/cells.hpp"

namespace renyi::cli {
namespace {

std::string size_text(const VaeModel& model) {
  const ImageTreatment& treatment = model.treatment;
  return treatment.height == 0 ? fmt::format("{}", model.spec.pixels)
                               : fmt::format("{} x {}", treatment.height, treatment.width);
}

std::string treatment_text(const ImageTreatment& treatment) {
  std::string text = treatment.binarise ? "black and white drawn anew at every use" : "as they are";
  if (treatment.invert) text += ", inverted";
  if (treatment.transpose) text += ", transposed";
  return text;
}

std::string likelihood_text(const PixelLikelihood& likelihood) {
  std::string text(to_string(likelihood.model));
  if (likelihood.model == PixelModel::bernoulli) return text;
  if (likelihood.model == PixelModel::gaussian_fixed_sd) text += fmt::format(" {}", likelihood.sd);
  return text + fmt::format(", {} mean", to_string(likelihood.mean));
}

}  // namespace

Table vae_table(const VaeSummary& summary) {
  const VaeModel& model = summary.fit.model;
  const BasicFit<float>& training = summary.fit.training;
  const TrainOptions& train = summary.options.train;
  Table table{.name = "model", .title = "Auto-encoder", .columns = {"quantity", "value"}};
  const auto add = [&](const char* quantity, Cell value) {
    table.rows.push_back({std::string(quantity), std::move(value)});
  };
  add("images learned from", std::int64_t{summary.images});
  if (summary.validated > 0) add("images to validate with", std::int64_t{summary.validated});
  add("pixels of an image", size_text(model));
  add("pixels are taken", treatment_text(model.treatment));
  add("likelihood of a pixel", likelihood_text(model.spec.likelihood));
  add("architecture", to_string(model.spec.architecture));
  add("activation", std::string(to_string(model.spec.activation)));
  add("parameters", std::int64_t{model.parameters.size()});
  add("alpha", train.alpha.value());
  add("draws K", train.draws);
  add("epochs", std::int64_t{std::ssize(training.history)});
  add("steps", training.steps);
  add("ended", ending_text(training.ending));
  if (!training.history.empty()) {
    const EpochSummary& last = training.history.back();
    add("bound of an image, last epoch", last.bound);
    add("its standard error", cell_or_na(last.standard_error));
    add("effective draws, last epoch", last.effective_draws);
  }
  if (training.best_epoch) add("best epoch", *training.best_epoch);
  if (training.best_score) add("validation log likelihood", *training.best_score);
  add("seconds", training.seconds);
  table.notes.emplace_back(
      "bound: of an image's log likelihood, mean over the epoch's steps, and so is its error. "
      "effective draws: of K, by the weights that the order gives them.");
  return table;
}

}  // namespace renyi::cli
