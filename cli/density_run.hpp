// Fitting a density as the flags say: one order or a ladder of them, one start or several. Where
// the density comes from, and what becomes of Ctrl-C, is left to commands.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cli/common_options.hpp"
#include "cli/density_tables.hpp"

namespace renyi::cli {

struct DensityFlags {
  std::optional<Alpha> alpha = {};  // auto: by trying
  FamilyKind family = FamilyKind::full_rank;
  FamilySizes sizes = {};
  std::int64_t draws = 20;
  Optimiser optimiser = Optimiser::stochastic;
  std::int64_t starts = 1;
  std::int64_t judged = 4000;
  double learning_rate = 0.05;
  double tolerance = 0.02;
  std::int64_t stages = 8;
  std::int64_t stage_steps = 10'000;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("alpha", self.alpha, "order of the bound; auto: the best of 1, 0.5, 0.25 and 0");
    field("family", self.family, "distributions that approximate the posterior");
    field("rank", self.sizes.rank, "of the low-rank family");
    field("components", self.sizes.components, "Gaussians of the mixture");
    field("layers", self.sizes.layers, "of the flow");
    field("draws", self.draws, "draws K of each bound");
    field("optimiser", self.optimiser,
          "new draws at every step, or the same ones, climbed to the maximum (alpha of 1 or more)");
    field("starts", self.starts, "fits from so many dispersed starts, their modes combined");
    field("judged", self.judged, "draws of the result: those judged, and written");
    field("learning-rate", self.learning_rate, "of the first stage, in units of the start's sds");
    field("tolerance", self.tolerance, "how far means and log sds may move between stages, in sds");
    field("stages", self.stages, "of falling rate, at most");
    field("stage-steps", self.stage_steps, "steps of a stage, at most");
  }
  // Throws UsageError.
  DensityFitOptions options(std::uint64_t seed) const;
};

// The bound while training goes on, a point every few steps.
struct DensityTrace {
  static constexpr std::int64_t steps_a_point = 10;

  std::vector<double> points = {};
  RunningMean next = {};  // the point under way

  // This must outlive it.
  Observer observer();
  void archive(StateArchive& archive);
};

struct DensityRun {
  std::vector<DensityFit> fits = {};    // one a start, of the order chosen
  std::vector<DensityMode> modes = {};  // of those, the heaviest first
  std::optional<Table> orders = {};     // those tried, where one was to be chosen
  DensityDraws draws = {};              // of all modes

  const DensityFit& best() const { return fits[modes.front().fit]; }
  // Of values of the draws, in whatever units people read.
  Trust judged(const NamedDraws& values) const {
    Trust trust = judge(values.values, values.names, draws.log_weights(), best().training.settled,
                        best().doubt);
    trust.up_to_a_constant = best().trust.up_to_a_constant;
    return trust;
  }
};

// Shows its progress. Throws as fit_density() does.
DensityRun run_density(const Density& density, const DensityFlags& flags,
                       const CommonOptions& common, ThreadPool* pool, SettleHooks hooks = {});

}  // namespace renyi::cli
