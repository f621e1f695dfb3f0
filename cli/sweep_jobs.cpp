#include "cli/sweep_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace renyi::cli {

SweepJobs sweep_jobs(const SweepPlan& plan, const std::vector<SweepCase>& cases) {
  return plan.fit == SweepKind::bnn ? sweep_bnn_jobs(plan, cases) : sweep_vae_jobs(plan, cases);
}

std::vector<DataSource> each_once(std::vector<DataSource> sources) {
  const auto before = [](const DataSource& a, const DataSource& b) { return a.path < b.path; };
  const auto same = [](const DataSource& a, const DataSource& b) { return a.path == b.path; };
  std::stable_sort(sources.begin(), sources.end(), before);
  sources.erase(std::unique(sources.begin(), sources.end(), same), sources.end());
  return sources;
}

Observer stop_observer(const StopRequest& stop) {
  return [&stop](const Progress&) { return stop && stop() ? Decision::stop : Decision::go_on; };
}

std::string sweep_model_path(const SweepPlan& plan, const SweepCase& one) {
  if (plan.keep_models.empty()) return "";
  std::string name = fmt::format("{}-seed={}.safetensors", one.name, one.seed);
  std::replace(name.begin(), name.end(), '/', '-');
  return (std::filesystem::path(plan.keep_models) / name).string();
}

}  // namespace renyi::cli
