// `renyi fit vae IMAGES`: a variational auto-encoder of images, by the bound of any order.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/image_input.hpp"
#include "cli/image_output.hpp"
#include "cli/interrupt.hpp"
#include "cli/make_command.hpp"
#include "cli/model_file.hpp"
#include "cli/resume.hpp"
#include "cli/training_text.hpp"
#include "cli/vae_order.hpp"
#include "cli/vae_run.hpp"
#include "cli/vae_tables.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/cached_copy.hpp"
#include "renyi/inference/vae_log_weights.hpp"

namespace renyi::cli {
namespace {

MatrixF first_rows(const RowsView& rows, Index count) {
  std::vector<Index> places(static_cast<std::size_t>(std::min(count, rows.rows())));
  std::iota(places.begin(), places.end(), Index{0});
  MatrixF first(std::ssize(places), rows.cols());
  rows.copy(places, first.data());
  return first;
}

// Samples, and reconstructions of images that were kept apart where there are some.
void add_images(const VaeRun& run, const VaeModel& model, std::uint64_t seed, Report& report) {
  constexpr Index samples = 64, columns = 8, pairs = 32;
  if (!has_pictures(model.treatment)) return;
  add_pictures(model.treatment, "samples", "Samples: the means of their pixels",
               sample_images(model, samples, seed), columns, report);
  const bool kept_apart = run.validate().rows() > 0;
  const MatrixF some = as_trained(
      model, first_rows(kept_apart ? RowsView(run.validate()) : run.learn(), pairs), seed);
  add_pictures(model.treatment, "reconstructions",
               kept_apart ? "Images kept apart, each before its reconstruction"
                          : "Images, each before its reconstruction",
               side_by_side(some, reconstruct_images(model, some)), columns, report);
}

Report report_of(const VaeRun& run, const VaeFlags& flags, const CommonOptions& common) {
  if (run.options().train.batch > run.learn().rows())
    common.hint(fmt::format("--batch {}: there are {} images to learn from; all are one batch",
                            run.options().train.batch, run.learn().rows()));
  ResumableRun<float> resumable(flags.run, flags.model, run.identity(), common);
  const VaeFit fit = train_resumably(run, flags.model, common, resumable);
  if (common.is_first()) save_model(flags.model, fit.model.save(), run.options().train.alpha);
  InterruptGuard::rethrow(where_saved(flags.model, resumable.way_on()));
  Report report;
  report.data = run.sources();
  report.tables = {vae_table({.options = run.options(),
                              .fit = fit,
                              .images = run.learn().rows(),
                              .validated = run.validate().rows()})};
  report.figures = training_figures(fit.training.history, "images");
  resumable.add_communication(fit.training, report);
  add_images(run, fit.model, common.seed, report);
  return report;
}

// The pilot has a checkpoint of its own, so that --resume does not run it again.
template <class Images>
UnbiasedOrder find_order(const VaeFlags& flags, const Images& images, Index draws,
                         const CommonOptions& common) {
  constexpr Index looked_at = 100, many_draws = 5000;
  const VaeRun run(flags, images, common.seed);
  ResumableRun<float> resumable(flags.run, flags.model, run.identity(), common);
  const VaeFit fit = train_resumably(run, flags.model, common, resumable);
  InterruptGuard::rethrow(flags.model.empty() ? where_saved("") : resumable.way_on());
  const RowsView some = run.validate().rows() > 0 ? RowsView(run.validate()) : run.learn();
  ThreadPool pool(common.thread_count());
  const Matrix log_weights = vae_log_weights(fit.model, first_rows(some, looked_at),
                                             std::max(many_draws, 2 * draws), common.seed, &pool);
  return unbiased_order(log_weights, draws);
}

template <class Images>
Report fit_images(VaeFlags flags, const Images& images, const CommonOptions& common) {
  if (!flags.choose_alpha) return report_of(VaeRun(flags, images, common.seed), flags, common);
  const TrainOptions usual = VaeRun(flags, images, common.seed).options().train;
  const VaeFlags pilot = pilot_flags(flags, usual.epoch_count());
  common.hint(fmt::format("pilot fit of {} epochs at alpha = 0", *pilot.epochs));
  const UnbiasedOrder found = find_order(pilot, images, usual.draws, common);
  common.hint(order_text(found, usual.draws));
  flags.alpha = found.order;
  const VaeRun run(flags, images, common.seed);
  Report report = report_of(run, flags, common);
  report.tables.push_back(vae_orders_table(found, usual.draws));
  report.figures.insert(report.figures.begin(), vae_orders_figure(found, usual.draws));
  return report;
}

Report fit_vae_report(const VaeFlags& flags, const CommonOptions& common) {
  flags.run.processes.hint_if_alone(common);
  if (flags.stream && flags.images == "-")
    throw UsageError("--stream: expected images in a file, found standard input");
  if (flags.stream)
    return fit_images(flags, ImageFile(flags.images, flags.image_options(), default_cache()),
                      common);
  return fit_images(flags, read_images(flags.images, flags.image_options()), common);
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
                 "  renyi fit vae digits.idx --choose-alpha --draws 20\n"
                 "  renyi fit vae digits.idx --model digits.safetensors --resume",
       .positional = {"images"},
       .files_in = {"validate-images"},
       .files_out = {"model"},
       .with_others = true},
      common, [&common](const VaeFlags& flags) {
        const InterruptGuard guard;
        Report report;
        with_flags([&] { report = fit_vae_report(flags, common); });
        return report;
      });
}

}  // namespace renyi::cli
