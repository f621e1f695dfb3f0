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
#include "cli/vae_run.hpp"
#include "cli/vae_tables.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

VaeFit trained_vae(const VaeRun& run, const VaeFlags& flags, const CommonOptions& common,
                   ResumableRun<float>& resumable) {
  ThreadPool pool(common.thread_count());
  try {
    VaeFit fit = run.train(resumable.state(), resumable.observers(), &pool);
    resumable.finish();
    return fit;
  } catch (const NumericalError& error) {
    if (resumable.state().step == 0) throw;
    save_model(flags.model, run.model_at(resumable.state().result()).save(),
               run.options().train.alpha);
    throw NumericalError(fmt::format("{}; {}", error.what(), where_saved(flags.model)));
  }
}

// Samples, and reconstructions of images that were kept apart where there are some.
void add_images(const VaeRun& run, const VaeModel& model, std::uint64_t seed, Report& report) {
  constexpr Index samples = 64, columns = 8, pairs = 32;
  if (!has_pictures(model.treatment)) return;
  add_pictures(model.treatment, "samples", "Samples: the means of their pixels",
               sample_images(model, samples, seed), columns, report);
  const bool kept_apart = run.validate().rows() > 0;
  const MatrixF& from = kept_apart ? run.validate() : run.learn();
  const MatrixF some = as_trained(model, from.topRows(std::min(pairs, from.rows())), seed);
  add_pictures(model.treatment, "reconstructions",
               kept_apart ? "Images kept apart, each before its reconstruction"
                          : "Images, each before its reconstruction",
               side_by_side(some, reconstruct_images(model, some)), columns, report);
}

Report fit_vae_report(const VaeFlags& flags, const CommonOptions& common) {
  const ImageSet images = read_images(flags.images, flags.image_options());
  const VaeRun run(flags, images, common.seed);
  if (run.options().train.batch > run.learn().rows())
    common.hint(fmt::format("--batch {}: there are {} images to learn from; all are one batch",
                            run.options().train.batch, run.learn().rows()));
  ResumableRun<float> resumable(flags.run, flags.model, run.identity(), common);
  const VaeFit fit = trained_vae(run, flags, common, resumable);
  save_model(flags.model, fit.model.save(), run.options().train.alpha);
  InterruptGuard::rethrow(where_saved(flags.model, resumable.way_on()));
  Report report;
  report.data = run.sources();
  report.tables = {vae_table({.options = run.options(),
                              .fit = fit,
                              .images = run.learn().rows(),
                              .validated = run.validate().rows()})};
  report.figures = training_figures(fit.training.history, "images");
  add_images(run, fit.model, common.seed, report);
  return report;
}

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
       .file_out = "model"},
      common, [&common](const VaeFlags& flags) {
        const InterruptGuard guard;
        Report report;
        with_flags([&] { report = fit_vae_report(flags, common); });
        return report;
      });
}

}  // namespace renyi::cli
