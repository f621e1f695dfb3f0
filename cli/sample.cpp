// `renyi sample MODEL`: new images from an auto-encoder.
#include <fmt/format.h>

#include <cmath>

#include "cli/commands.hpp"
#include "cli/image_output.hpp"
#include "cli/make_command.hpp"
#include "cli/model_file.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

struct SampleOptions {
  std::string model = {};
  std::int64_t count = 64;
  PictureFlags pictures = {};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("model", self.model, "auto-encoder that `renyi fit vae --model` has saved");
    field("count", self.count, "number of images");
    PictureFlags::describe(self.pictures, field);
  }
  void validate() const {
    constexpr std::int64_t most = 1'000'000;
    if (count < 1 || count > most)
      throw UsageError(fmt::format("--count: expected 1 to {}, found {}", most, count));
  }
};

Report sample_report(const SampleOptions& options, const CommonOptions& common) {
  const PictureFlags& pictures = options.pictures;
  pictures.require_somewhere(common);
  const VaeModel model = load_vae(options.model);
  pictures.require_pictures(model);
  const MatrixF pixels = sample_images(model, options.count, common.seed);
  const auto columns = static_cast<Index>(std::ceil(std::sqrt(static_cast<double>(options.count))));
  pictures.write_png(model.treatment, pixels, columns);
  pictures.write_npy(pixels);
  Report report;
  Table table{.name = "samples", .title = "Images sampled", .columns = {"quantity", "value"}};
  table.rows = {{"images", options.count}, {"mean of a pixel", static_cast<double>(pixels.mean())}};
  pictures.add_rows(table);
  table.notes.emplace_back("Latent codes from the prior, decoded; a pixel is its mean.");
  report.tables = {std::move(table)};
  add_pictures(model.treatment, "samples", "Samples: the means of their pixels", pixels, columns,
               report);
  return report;
}

}  // namespace

Command sample_command(CommonOptions& common) {
  return make_command<SampleOptions>(
      {.name = "sample",
       .description = "Draw new images from an auto-encoder",
       .footer = "Examples:\n"
                 "  renyi sample digits.safetensors --png samples.png\n"
                 "  renyi sample digits.safetensors --count 1000 --npy samples.npy --seed 7",
       .positional = {"model"},
       .files_out = {"png", "npy"}},
      common, [&common](const SampleOptions& options) { return sample_report(options, common); });
}

}  // namespace renyi::cli
