// A training step: measured on this machine, alone and by the processes at hand, and predicted for
// others. The arithmetic is step_model.hpp's, the clock step_timing.hpp's.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "renyi/core/communicator.hpp"
#include "renyi/core/named_enum.hpp"
#include "renyi/inference/fit_vae.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

enum class StepKind : std::uint8_t { vae, bnn };

template <>
struct EnumNames<StepKind> {
  static constexpr std::string_view what = "fit";
  static constexpr std::array<std::string_view, 2> names = {"vae", "bnn"};
};

struct StepOptions {
  StepKind fit = StepKind::vae;
  VaePreset preset = VaePreset::mnist;
  std::int64_t draws = 5;
  std::int64_t batch = 0;
  std::int64_t row_shards = 1;
  std::vector<std::int64_t> processes = {1, 2, 4, 64, 1024};
  double latency = 0.0, bandwidth = 0.0;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("fit", self.fit,
          "the model: vae of --preset's network, or bnn of 50 units and 13 inputs");
    field("preset", self.preset, "images and network of the auto-encoder");
    field("draws", self.draws, "draws K");
    field("batch", self.batch, "rows of a minibatch; 0: as the preset has, 32 of bnn");
    field("row-shards", self.row_shards, "shards of rows that processes of bnn share; 1: draws");
    field("processes", self.processes, "numbers of processes to predict a step for");
    field("latency", self.latency, "microseconds of a call between them; 0: as measured");
    field("bandwidth", self.bandwidth, "GB/s that a process sends; 0: as measured");
  }
  // Throws UsageError that names the field.
  void validate() const;
};

// All processes call it, each with one thread; null: there are no others. The first one's report
// counts.
Report step_report(const StepOptions& options, Communicator* others);

}  // namespace renyi
