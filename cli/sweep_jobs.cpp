#include "cli/sweep_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "renyi/data/fingerprint.hpp"
#include "renyi/data/run_list.hpp"

namespace renyi::cli {

SweepJobs sweep_jobs(const SweepPlan& plan, const std::vector<SweepCase>& cases) {
  return plan.fit == SweepKind::bnn ? sweep_bnn_jobs(plan, cases) : sweep_vae_jobs(plan, cases);
}

JobLabels sweep_labels(const SweepPlan& plan, const SweepCase& one,
                       const std::vector<DataSource>& sources) {
  Fingerprint content;
  for (const DataSource& source : sources) content.add_cell(source.fingerprint);
  constexpr std::size_t enough = 8;
  JobLabels labels = {{"fit", std::string(to_string(plan.fit))},
                      {"data", sweep_data_names(plan)[one.data]},
                      {std::string(data_label), content.digits().substr(0, enough)}};
  if (plan.test) labels["test"] = plan.test->text;
  for (std::size_t i = 0; i < plan.options.size(); ++i)
    if (plan.options[i].name == "validate-images") labels["validate-images"] = one.values[i];
  return labels;
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
  return (std::filesystem::path(plan.keep_models) / (sweep_file_name(plan, one) + ".safetensors"))
      .string();
}

}  // namespace renyi::cli
