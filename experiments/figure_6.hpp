// The paper's Figure 6: importance weights in training on Frey Face. (a) the largest one against
// the rest, (b) the ten largest. The weights are weights_in_training.hpp's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/weights_in_training.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct Figure6Options {
  std::string data = {};
  Alpha alpha = Alpha::iwae();
  std::int64_t iterations = 1000;
  std::int64_t every = 10;
  std::int64_t images = 100;
  std::vector<std::int64_t> draws = {5, 10, 50};
  std::uint64_t seed = 1;

  // Throws UsageError that names the field, what was expected and what was found.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("data", self.data, "folder that holds the file of Frey Face, or a folder for it");
    field("alpha", self.alpha, "order that the auto-encoder is fitted by");
    field("iterations", self.iterations, "steps of training");
    field("every", self.every, "steps between two looks at the weights");
    field("images", self.images, "images whose weights are looked at");
    field("draws", self.draws, "numbers of draws K");
  }
};

// For (b): K = 50 alone.
struct Figure6bOptions : Figure6Options {
  Figure6bOptions() { draws = {50}; }
};

// Nothing when asked to stop. (a): the table `log_ratio`, its means by tenths of the run, and the
// figure of the same name.
std::optional<Report> figure_6a(const Figure6Options& options, ThreadPool& pool,
                                const VaeJobHooks& hooks = {});
// (b): the table and the figure `weights`, means over the last tenth of the run.
std::optional<Report> figure_6b(const Figure6bOptions& options, ThreadPool& pool,
                                const VaeJobHooks& hooks = {});

}  // namespace renyi
