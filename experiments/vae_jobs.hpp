// Which fits the paper's table of auto-encoders is made of: one for each network, number of draws,
// order, seed and fold. A pure function; running them is run_jobs.hpp's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/published_vae.hpp"
#include "experiments/vae_data_set.hpp"
#include "renyi/data/result_store.hpp"
#include "renyi/inference/checkpoint_identity.hpp"
#include "renyi/inference/vae_scores.hpp"

namespace renyi {

struct VaeExperimentOptions {
  VaeBenchmark dataset = VaeBenchmark::frey;
  std::string data = {};
  std::vector<std::int64_t> layers = {1};
  std::vector<std::int64_t> draws = {5};
  std::vector<Alpha> alphas = Alpha::parse_list("1,0,-inf");
  std::int64_t epochs = 0;
  std::vector<std::int64_t> seeds = {1};
  std::int64_t folds = vae_folds;
  std::int64_t test_draws = 5000;
  std::int64_t test_images = 0;
  std::string store = {};
  std::string models = {};
  std::uint64_t seed = 1;

  // Throws UsageError that names the field, what was expected and what was found.
  void validate() const;

  // Without the seed, which every command has: here that of the evaluation.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("dataset", self.dataset, "collection of images");
    field("data", self.data, "folder that holds its files, or a folder for it");
    field("layers", self.layers, "stochastic layers L; 1, or 2 where the paper has them");
    field("draws", self.draws, "draws K in training");
    field("alpha", self.alphas, "orders of the bound; -inf pulls one draw back, others all");
    field("epochs", self.epochs, "passes over the images; 0: as in the paper");
    field("seeds", self.seeds, "of the fits, one each");
    field("folds", self.folds, "of frey: how many of its ten folds");
    field("test-draws", self.test_draws, "draws of each test image's log-likelihood");
    field("test-images", self.test_images, "how many test images, the first ones; 0: all");
    field("store", self.store,
          "file that keeps every score, to go on later; default: renyi-results.db, beside the "
          "result");
    field("models", self.models,
          "folder that keeps fits and runs under way; default: vae-models, beside the result");
  }
};

struct VaeJob {
  JobKey key = {};
  VaeSetting setting = {};
  const VaeDataSet* data = nullptr;
  std::int64_t fold = 0;
  VaeOptions options = {};
  VaeScoreOptions scores = {};
  std::int64_t test_images = 0;
  CheckpointIdentity identity = {};  // of the fit alone
  double work = 0.0;                 // multiplications, roughly

  // The name of its files, without an ending.
  std::string file() const;
};

// Multiplications of a fit, roughly; the evaluation is left out, which is short beside it.
double vae_work(const VaeOptions& options, Index images, Index pixels);

// As in the paper but for the epochs, where `options` has some: IWAE and VAE pull all draws back,
// VR-max one.
VaeOptions vae_options(const VaeExperimentOptions& options, const VaeSetting& setting, Alpha alpha);

// All settings of the first fold and seed come first, so that a run that is stopped has a whole
// table. The seed of a fit is that of its list plus the fold: orders share starts and minibatches.
// `data` must outlive the jobs.
std::vector<VaeJob> vae_jobs(const VaeExperimentOptions& options, const VaeDataSet& data);

}  // namespace renyi
