#include "cli/sweep_checkpoint.hpp"

#include <fmt/format.h>

#include "renyi/data/fingerprint.hpp"

namespace renyi::cli {

namespace {
namespace fs = std::filesystem;
}  // namespace

SweepCheckpoint sweep_checkpoint(const SweepPlan& plan, const JobKey& key) {
  std::error_code none;
  const fs::path folder = fs::path(plan.store).parent_path();
  if (plan.store.empty() || !fs::is_directory(folder.empty() ? "." : folder, none))
    return {.seconds = plan.checkpoint_every};
  Fingerprint which;
  which.add_cell(key.options);
  which.add_cell(fmt::to_string(key.seed));
  which.add_cell(key.fingerprint);
  return {.path = fmt::format("{}-{}.checkpoint", plan.store, which.digits()),
          .seconds = plan.checkpoint_every};
}

void remove_checkpoint(const SweepCheckpoint& checkpoint) {
  std::error_code none;
  if (!checkpoint.path.empty()) fs::remove(checkpoint.path, none);
}

}  // namespace renyi::cli
