// The paper's Figure 5: how far the Monte-Carlo bound of a trained auto-encoder is below log p(x),
// by order and number of draws, on test images of Frey Face.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/fit_vae_job.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Figure5Options {
  std::string data = {};
  Alpha train_alpha = Alpha::vi();
  std::int64_t train_draws = 5;
  std::int64_t epochs = 0;
  std::int64_t images = 100;
  std::vector<Alpha> alphas = Alpha::parse_list("0,-1,-5,-50,-500");
  std::vector<std::int64_t> draws = {5, 50, 500};
  std::int64_t repetitions = 10;
  std::int64_t test_draws = 5000;
  std::string models = {};
  std::uint64_t seed = 1;

  // Throws UsageError that names the field, what was expected and what was found.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("data", self.data, "folder that holds the file of Frey Face, or a folder for it");
    field("train-alpha", self.train_alpha, "order that the auto-encoder is fitted by");
    field("train-draws", self.train_draws, "draws K of its fit");
    field("epochs", self.epochs, "passes over the images; 0: as table-vae has them");
    field("images", self.images, "test images of the first fold");
    field("alpha", self.alphas, "orders of the bounds");
    field("draws", self.draws, "numbers of draws K of the bounds");
    field("repetitions", self.repetitions, "bounds of an image that are averaged");
    field("test-draws", self.test_draws, "draws of log p(x)");
    field("models", self.models,
          "folder that keeps fits, shared with table-vae; default: vae-models, beside the result");
  }
};

// The folder of models must be named and exist. Tables `gap`, `standard_errors` over images, and
// `comparison`; the figure `gap`. Nothing when asked to stop.
std::optional<Report> figure_5(const Figure5Options& options, ThreadPool& pool,
                               const VaeJobHooks& hooks = {});

}  // namespace renyi
