// `renyi reconstruct MODEL IMAGES`: images beside what an auto-encoder makes of them.
#include <fmt/format.h>

#include <cmath>

#include "cli/commands.hpp"
#include "cli/image_input.hpp"
#include "cli/image_output.hpp"
#include "cli/make_command.hpp"
#include "cli/model_file.hpp"

namespace renyi::cli {
namespace {

struct ReconstructOptions {
  std::string model = {};
  ImageFlags images = {.count = 32};
  PictureFlags pictures = {};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("model", self.model, "auto-encoder that `renyi fit vae --model` has saved");
    ImageFlags::describe(self.images, field);
    PictureFlags::describe(self.pictures, field);
  }
  void validate() const { images.validate(); }
};

Report reconstruct_report(const ReconstructOptions& options, const CommonOptions& common) {
  constexpr Index columns = 8;
  const PictureFlags& pictures = options.pictures;
  pictures.require_somewhere(common);
  const VaeModel model = load_vae(options.model);
  pictures.require_pictures(model);
  const ImageSet images = read_for_model(options.images, model);
  const MatrixF originals = as_trained(model, images.pixels, common.seed);
  const MatrixF reconstructions = reconstruct_images(model, originals);
  const MatrixF both = side_by_side(originals, reconstructions);
  pictures.write_png(model.treatment, both, columns);
  pictures.write_npy(reconstructions);
  Report report;
  report.data = {source_of(images)};
  const double squares = (originals - reconstructions).cast<double>().array().square().mean();
  Table table{
      .name = "reconstructions", .title = "Images reconstructed", .columns = {"quantity", "value"}};
  table.rows = {{"images", std::int64_t{originals.rows()}},
                {"RMSE of a pixel", std::sqrt(squares)}};
  pictures.add_rows(table);
  table.notes.emplace_back(
      "Decoded from the means of the first layer's codes; a pixel is its mean.");
  if (model.treatment.binarise)
    table.notes.emplace_back("The originals are black and white, as the seed draws them.");
  report.tables = {std::move(table)};
  add_pictures(model.treatment, "reconstructions", "Images, each before its reconstruction", both,
               columns, report);
  return report;
}

}  // namespace

Command reconstruct_command(CommonOptions& common) {
  return make_command<ReconstructOptions>(
      {.name = "reconstruct",
       .description = "Show images beside what an auto-encoder makes of them",
       .footer = "The picture has each image before its reconstruction, the NPY file only the "
                 "latter.\n"
                 "Examples:\n"
                 "  renyi reconstruct digits.safetensors t10k-images-idx3-ubyte.gz --png both.png\n"
                 "  renyi reconstruct digits.safetensors new.npy --count 0 --npy decoded.npy",
       .positional = {"model", "images"},
       .files_out = {"png", "npy"}},
      common,
      [&common](const ReconstructOptions& options) { return reconstruct_report(options, common); });
}

}  // namespace renyi::cli
