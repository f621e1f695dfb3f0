// Appendix Figure 2: images sampled from auto-encoders that were fitted by different orders, side
// by side.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/fit_vae_job.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct VaeSamplesOptions {
  VaeBenchmark dataset = VaeBenchmark::frey;
  std::string data = {};
  std::int64_t layers = 1;
  std::int64_t draws = 5;
  std::vector<Alpha> alphas = Alpha::parse_list("0,-inf");
  std::int64_t epochs = 0;
  std::int64_t images = 100;
  std::int64_t columns = 10;
  std::string models = {};
  std::uint64_t seed = 1;

  // Throws UsageError that names the field, what was expected and what was found.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("dataset", self.dataset, "collection of images");
    field("data", self.data, "folder that holds its files, or a folder for it");
    field("layers", self.layers, "stochastic layers L; 1, or 2 where the paper has them");
    field("draws", self.draws, "draws K in training");
    field("alpha", self.alphas, "orders that auto-encoders are fitted by");
    field("epochs", self.epochs, "passes over the images; 0: as table-vae has them");
    field("images", self.images, "how many are sampled from each");
    field("columns", self.columns, "of them beside each other");
    field("models", self.models,
          "folder that keeps fits, shared with table-vae; default: vae-models, beside the result");
  }
};

// The folder of models must be named and exist. A grid of images an order, all of the same latent
// draws; of Frey Face fitted to the first fold. Nothing when asked to stop.
std::optional<Report> vae_samples(const VaeSamplesOptions& options, ThreadPool& pool,
                                  const VaeJobHooks& hooks = {});

}  // namespace renyi
