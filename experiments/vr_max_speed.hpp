// Section 5.2 of the paper: how long an epoch of training takes with all draws pulled back (IWAE)
// and with the largest alone (VR-max), on the images of Frey Face or others of their shape.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/fit_vae_job.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

struct VrMaxSpeedOptions {
  std::string data = {};
  std::int64_t draws = 50;
  std::int64_t batch = 100;
  std::int64_t epochs = 5;
  std::uint64_t seed = 1;

  // Throws UsageError that names the field, what was expected and what was found.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("data", self.data,
          "folder that holds the file of Frey Face; default: random images of its shape");
    field("draws", self.draws, "draws K");
    field("batch", self.batch, "images of a step");
    field("epochs", self.epochs, "that are timed of each; the median counts");
  }
};

// The methods take turns, epoch by epoch, after one that is not timed. Nothing when asked to stop.
std::optional<Report> vr_max_speed(const VrMaxSpeedOptions& options, ThreadPool& pool,
                                   const VaeJobHooks& hooks = {});

}  // namespace renyi
