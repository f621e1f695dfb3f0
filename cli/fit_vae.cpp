// `renyi fit vae IMAGES`: a variational auto-encoder of images, by the bound of any order.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/commands.hpp"
#include "cli/image_input.hpp"
#include "cli/image_output.hpp"
#include "cli/interrupt.hpp"
#include "cli/make_command.hpp"
#include "cli/model_file.hpp"
#include "cli/resume.hpp"
#include "cli/training_text.hpp"
#include "cli/vae_flags.hpp"
#include "cli/vae_tables.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/holdout.hpp"
#include "renyi/inference/vae_scores.hpp"

namespace renyi::cli {
namespace {

class VaeRun {
 public:
  VaeRun(VaeFlags flags, const CommonOptions& common)
      : flags_(std::move(flags)), common_(common), pool_(common.thread_count()) {
    ImageSet images = read_images(flags_.images, flags_.image_options());
    options_ = flags_.options(images, common.seed);
    sources_ = {source_of(images)};
    require_fit(images, vae_model(options_, images.pixels.cols(), {}).spec);
    learn_ = std::move(images.pixels);
    if (flags_.validate_share > 0.0) keep_apart();
    if (!flags_.validate_images.empty()) read_validation();
    if (options_.train.batch > learn_.rows())
      common.hint(fmt::format("--batch {}: there are {} images to learn from; all are one batch",
                              options_.train.batch, learn_.rows()));
  }

  Report report() {
    ResumableRun<float> run(flags_.run, flags_.model, identity(), common_);
    const VaeFit fit = trained(run);
    save(fit.model);
    InterruptGuard::rethrow(where_saved(flags_.model, run.way_on()));
    Report report;
    report.data = sources_;
    report.tables = {vae_table(
        {.options = options_, .fit = fit, .images = learn_.rows(), .validated = validate_.rows()})};
    report.figures = training_figures(fit.training.history, "images");
    run.add_communication(fit.training.steps, fit.training.seconds, report);
    add_images(fit.model, report);
    return report;
  }

 private:
  void keep_apart() {
    std::vector<Index> all(static_cast<std::size_t>(learn_.rows()));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
    Holdout split;
    with_flag("validate", [&] { split = hold_out(all, flags_.validate_share, common_.seed, 0); });
    validate_ = learn_(split.apart, Eigen::all);
    learn_ = MatrixF(learn_(split.kept, Eigen::all));
  }

  // Like the images to learn from.
  void read_validation() {
    ImageSet images = read_for_model(
        {.images = flags_.validate_images, .variable = flags_.variable}, model_of({}));
    sources_.push_back(source_of(images));
    validate_ = std::move(images.pixels);
  }

  VaeModel model_of(const VectorF& parameters) const {
    return vae_model(options_, learn_.cols(), parameters);
  }
  void save(const VaeModel& model) const {
    if (common_.is_first()) save_model(flags_.model, model.save(), options_.train.alpha);
  }

  // The images by their files and the share that is kept apart.
  CheckpointIdentity identity() const {
    std::string data;
    for (const DataSource& source : sources_) data += source.fingerprint + " ";
    CheckpointIdentity identity = vae_identity(options_, data);
    identity.options["height"] = fmt::to_string(options_.treatment.height);
    identity.options["width"] = fmt::to_string(options_.treatment.width);
    identity.options["validate"] = fmt::to_string(flags_.validate_share);
    identity.options["validate-draws"] = fmt::to_string(flags_.validate_draws);
    return identity;
  }

  VaeFit trained(ResumableRun<float>& run) {
    BasicTrainHooks<float> hooks{.observers = run.observers(), .processes = run.processes()};
    if (validate_.rows() > 0)
      hooks.score = [&](const VectorF& parameters) {
        return score_images(model_of(parameters), validate_,
                            {.draws = flags_.validate_draws, .seed = common_.seed}, &pool_, {},
                            common_.others)
            .mean();
      };
    try {
      VaeFit fit = fit_vae(options_, learn_, run.state(), &pool_, hooks);
      run.finish();
      InterruptGuard::note_end(fit.training.ending);
      return fit;
    } catch (const NumericalError& error) {
      if (run.state().step == 0) throw;
      save(model_of(run.state().result()));
      throw NumericalError(fmt::format("{}; {}", error.what(), where_saved(flags_.model)));
    }
  }

  // Samples, and reconstructions of images that were kept apart where there are some.
  void add_images(const VaeModel& model, Report& report) const {
    constexpr Index samples = 64, columns = 8, pairs = 32;
    if (!has_pictures(model.treatment)) return;
    add_pictures(model.treatment, "samples", "Samples: the means of their pixels",
                 sample_images(model, samples, common_.seed), columns, report);
    const MatrixF& from = validate_.rows() > 0 ? validate_ : learn_;
    const MatrixF some =
        as_trained(model, from.topRows(std::min(pairs, from.rows())), common_.seed);
    add_pictures(model.treatment, "reconstructions",
                 validate_.rows() > 0 ? "Images kept apart, each before its reconstruction"
                                      : "Images, each before its reconstruction",
                 side_by_side(some, reconstruct_images(model, some)), columns, report);
  }

  VaeFlags flags_;
  const CommonOptions& common_;
  ThreadPool pool_;
  VaeOptions options_ = {};
  std::vector<DataSource> sources_ = {};
  MatrixF learn_ = {}, validate_ = {};
};

}  // namespace

Command fit_vae_command(CommonOptions& common) {
  return make_command<VaeFlags>(
      {.name = "vae",
       .description = "Variational auto-encoder: images and their latent codes, at any order",
       .footer = "Examples:\n"
                 "  renyi fit vae train-images-idx3-ubyte.gz --model digits.safetensors\n"
                 "  renyi fit vae faces.mat --preset frey --alpha 0.5 --validate 0.1\n"
                 "  renyi fit vae pngs/ --architecture d400-d400-s20 --alpha=-inf --draws 50\n"
                 "  renyi fit vae digits.idx --model digits.safetensors --resume",
       .positional = {"images"},
       .file_out = "model",
       .with_others = true},
      common, [&common](const VaeFlags& flags) {
        const InterruptGuard guard;
        Report report;
        with_flags([&] { report = VaeRun(flags, common).report(); });
        return report;
      });
}

}  // namespace renyi::cli
