// The flags of `renyi sweep`, which name a file or stand in place of one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/field_text.hpp"
#include "cli/sweep_plan.hpp"

namespace renyi::cli {

// "alpha=1,0.5;draws=10,50". A value that holds commas stands in brackets: "hidden=[50,50],[100]".
struct SweepSettings {
  std::vector<SweepOption> options = {};
};

void read_field(std::string_view flag, const std::string& text, SweepSettings& value);
OptionValue write_field(const SweepSettings& value);
inline std::string type_name(const SweepSettings& /*value*/) { return "NAME=VALUE,..."; }

struct SweepFlags {
  std::string file = {};
  std::optional<SweepKind> fit = {};
  std::vector<std::string> data = {};
  std::string test = {};
  std::optional<std::int64_t> test_draws = {};
  std::vector<std::int64_t> seeds = {};
  SweepSettings settings = {};
  std::string store = {};
  std::string keep_models = {};
  double checkpoint_every = 10.0;
  double lost_after = 60.0;
  bool dry_run = false;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("file", self.file, "sweep file (TOML); or give --fit, --data and --set");
    field("fit", self.fit, "what is fitted");
    field("data", self.data, "tables, folders with splits or images: one or more");
    field("test", self.test,
          "table or images to evaluate on; folders with --set split=... have theirs");
    field("test-draws", self.test_draws,
          "of an auto-encoder: draws of each test image; auto: 5000");
    field("seeds", self.seeds, "one fit each; default: --seed");
    field("set", self.settings,
          "an option of the fit and its values; may be repeated, all combinations are fitted");
    field("store", self.store,
          "file that keeps every fit, to go on later; default: SWEEP.db beside the sweep file, or "
          "sweep.db");
    field("keep-models", self.keep_models, "folder for the fitted models; default: none is kept");
    field("checkpoint-every", self.checkpoint_every,
          "seconds of a fit from one checkpoint to the next, which the end of an epoch writes");
    field("lost-after", self.lost_after,
          "with several processes: seconds of silence after which one is taken for lost");
    field("dry-run", self.dry_run, "only list the fits, and which of them are done");
  }
  // Throws UsageError that names the flag.
  void validate() const;

  // Reads the file, where there is one, and checks the plan. `seed`: where no seeds are given.
  SweepPlan plan(std::uint64_t seed) const;
};

}  // namespace renyi::cli
