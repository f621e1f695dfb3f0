#include "experiments/vae_samples.hpp"

#include <fmt/format.h>

#include "experiments/vae_tables.hpp"
#include "renyi/core/error.hpp"
#include "renyi/report/image_grid.hpp"

namespace renyi {
namespace {

VaeExperimentOptions fits_of(const VaeSamplesOptions& options) {
  return {.dataset = options.dataset,
          .data = options.data,
          .layers = {options.layers},
          .draws = {options.draws},
          .alphas = options.alphas,
          .epochs = options.epochs,
          .seeds = {static_cast<std::int64_t>(options.seed)},
          .folds = 1};
}

}  // namespace

void VaeSamplesOptions::validate() const {
  fits_of(*this).validate();
  if (images < 1) throw UsageError(fmt::format("images: expected 1 or more, found {}", images));
  if (columns < 1) throw UsageError(fmt::format("columns: expected 1 or more, found {}", columns));
}

std::optional<Report> vae_samples(const VaeSamplesOptions& options, ThreadPool& pool,
                                  const VaeJobHooks& hooks) {
  options.validate();
  const VaeDataSet data = read_vae_data_set(options.data, options.dataset);
  const VaeParts parts = vae_parts(data, 0, 0);
  const ImageSet& source = data.train;
  Report report{.data = {{source.path, source.fingerprint, source.pixels.rows()}}};
  Table table{.name = "samples",
              .title = fmt::format("{} images sampled from each auto-encoder", options.images),
              .columns = {"alpha", "method", "epochs", "mean_pixel", "mean_pixel_of_data"},
              .notes = {"The images are in the page that --output writes: means of pixels, given "
                        "latents from the prior, which all auto-encoders share."}};
  for (const VaeJob& job : vae_jobs(fits_of(options), data)) {
    const auto fit = fitted_vae(job, parts.train, options.models, &pool, hooks);
    if (!fit) return std::nullopt;
    const MatrixF samples = sample_images(fit->model, options.images, options.seed);
    const Alpha alpha = job.options.train.alpha;
    table.rows.push_back({alpha.value(), method_name(alpha), job.options.train.epoch_count(),
                          samples.cast<double>().mean(), parts.train.cast<double>().mean()});
    report.images.push_back(image_figure("samples_alpha_" + alpha.to_string(),
                                         fmt::format("{} (alpha = {}), K = {}", method_name(alpha),
                                                     alpha.to_string(), options.draws),
                                         samples, source.height, source.width, options.columns));
  }
  report.tables.push_back(std::move(table));
  return report;
}

}  // namespace renyi
