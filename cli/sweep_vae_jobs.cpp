// The fits of a sweep of auto-encoders.
#include <fmt/format.h>

#include <map>
#include <memory>

#include "cli/image_input.hpp"
#include "cli/model_file.hpp"
#include "cli/sweep_checkpoint.hpp"
#include "cli/sweep_jobs.hpp"
#include "cli/sweep_options.hpp"
#include "cli/sweep_result.hpp"
#include "cli/vae_run.hpp"
#include "experiments/fit_vae_job.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/inference/vae_scores.hpp"

namespace renyi::cli {
namespace {

struct SweepImages {
  ImageSet learn = {};
  std::optional<ImageSet> test = {};
  std::vector<DataSource> sources = {};
  std::string fingerprint = {};
};

struct VaeCase {
  VaeFlags flags = {};
  std::shared_ptr<const SweepImages> images = {};
  VaeScoreOptions scores = {};
  SweepFiles files = {};
};

SweepImages read_sweep_images(const SweepPlan& plan, const VaeFlags& flags, std::uint64_t seed) {
  SweepImages images{.learn = read_images(flags.images, flags.image_options())};
  const VaeRun run(flags, images.learn, seed);
  images.sources = run.sources();
  if (plan.test) {
    images.test =
        read_for_model({.images = plan.test->text, .variable = flags.variable}, run.model_at({}));
    images.sources.push_back(source_of(*images.test));
  }
  Fingerprint fingerprint;
  for (const DataSource& source : images.sources) fingerprint.add_cell(source.fingerprint);
  images.fingerprint = fingerprint.text();
  return images;
}

OptionList meant_by(const VaeOptions& options) {
  OptionList list = options_of(options.train);
  list.emplace_back("architecture", write_field(options.architecture));
  list.emplace_back("activation", write_field(options.activation));
  list.emplace_back("likelihood", write_field(options.likelihood.model));
  list.emplace_back("mean", write_field(options.likelihood.mean));
  list.emplace_back("sd", write_field(options.likelihood.sd));
  list.emplace_back("binarise", write_field(options.treatment.binarise));
  list.emplace_back("invert", write_field(options.treatment.invert));
  list.emplace_back("transpose", write_field(options.treatment.transpose));
  return list;
}

std::optional<JobResult> fit_sweep_vae(const VaeCase& one, const StopRequest& stop) {
  const VaeRun run(one.flags, one.images->learn, one.scores.seed);
  const VaeFit fit = train_from_checkpoint<float>(run, one.files.checkpoint, stop);
  if (fit.training.ending == Ending::observer) return std::nullopt;
  JobResult result = training_result(fit.training);
  if (one.images->test) {
    bool stopped = false;
    const VaeScores scores =
        score_images(fit.model, one.images->test->pixels, one.scores, nullptr, [&](Index /*done*/) {
          stopped = stopped || (stop && stop());
          return !stopped;
        });
    if (stopped) return std::nullopt;
    result.metrics.merge(image_metrics(scores));
  }
  if (!one.files.model.empty())
    save_model(one.files.model, fit.model.save(), run.options().train.alpha);
  return result;
}

class VaeSweep {
 public:
  explicit VaeSweep(const SweepPlan& plan) : plan_(plan) {}

  Job job(const SweepCase& one) {
    VaeCase fit{.scores = {.draws = plan_.test_draws, .seed = one.seed}};
    fit.flags.images = plan_.data[one.data].text;
    fit.flags.image_shards = 1;  // a fit has one thread
    for (std::size_t i = 0; i < plan_.options.size(); ++i)
      set_option(fit.flags, plan_.options[i].name, one.values[i]);
    fit.flags.validate();
    fit.images = images_of(fit.flags, one.seed);
    const ImageSet& learn = fit.images->learn;
    const VaeOptions options = fit.flags.options(learn, facts_of(learn.pixels), one.seed);
    const VaeSpec spec = vae_model(options, learn.pixels.cols(), {}).spec;
    require_fit(learn, spec);
    if (fit.images->test) require_fit(*fit.images->test, spec);
    OptionList set = options_of(fit.flags);
    if (plan_.test) set.emplace_back("test-draws", plan_.test_draws);
    Job job{.key = {.name = one.name,
                    .options = sweep_options_json(SweepKind::vae, set, meant_by(options)),
                    .seed = one.seed,
                    .fingerprint = fit.images->fingerprint},
            .labels = sweep_labels(plan_, one, fit.images->sources),
            .work = vae_work(options, learn.pixels.rows(), learn.pixels.cols())};
    fit.files = {sweep_model_path(plan_, one), sweep_checkpoint(plan_, job.key)};
    job.run = [fit](const StopRequest& stop) { return fit_sweep_vae(fit, stop); };
    job.clean_up = [files = fit.files] { remove_checkpoint(files.checkpoint); };
    return job;
  }

  std::vector<DataSource> sources() const {
    std::vector<DataSource> sources;
    for (const auto& [name, images] : images_)
      sources.insert(sources.end(), images->sources.begin(), images->sources.end());
    return each_once(std::move(sources));
  }

 private:
  // Cases that differ in other options share them.
  std::shared_ptr<const SweepImages> images_of(const VaeFlags& flags, std::uint64_t seed) {
    std::string name = fmt::format("{}\n{}\n", flags.images, flags.validate_images);
    for (const auto& [option, text] : option_texts(flags.image_options()))
      name += fmt::format("{}={}\n", option, text);
    auto& images = images_[name];
    if (!images) images = std::make_shared<SweepImages>(read_sweep_images(plan_, flags, seed));
    return images;
  }

  const SweepPlan& plan_;
  std::map<std::string, std::shared_ptr<const SweepImages>> images_;
};

}  // namespace

SweepJobs sweep_vae_jobs(const SweepPlan& plan, const std::vector<SweepCase>& cases) {
  VaeSweep sweep(plan);
  SweepJobs all;
  for (const SweepCase& one : cases) with_places(plan, [&] { all.jobs.push_back(sweep.job(one)); });
  all.sources = sweep.sources();
  return all;
}

}  // namespace renyi::cli
