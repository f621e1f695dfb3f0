// `renyi encode MODEL IMAGES`: the latent codes that an auto-encoder gives images.
#include <fmt/format.h>

#include "cli/code_tables.hpp"
#include "cli/commands.hpp"
#include "cli/image_input.hpp"
#include "cli/make_command.hpp"
#include "cli/model_file.hpp"
#include "renyi/data/npy.hpp"

namespace renyi::cli {
namespace {

struct EncodeOptions {
  std::string model = {};
  ImageFlags images = {};
  std::int64_t layer = 1;
  std::string npy = {};
  std::string sds = {};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("model", self.model, "auto-encoder that `renyi fit vae --model` has saved");
    ImageFlags::describe(self.images, field);
    field("layer", self.layer, "stochastic layer, counted from the images");
    field("npy", self.npy, "file to write the codes to, one row an image");
    field("sds", self.sds, "file to write their standard deviations to");
  }
  void validate() const { images.validate(); }
};

Report encode_report(const EncodeOptions& options, const CommonOptions& common) {
  const VaeModel model = load_vae(options.model);
  const ImageSet images = read_for_model(options.images, model);
  LatentCodes codes;
  with_flags([&] {
    codes = encode_images(model, as_trained(model, images.pixels, common.seed), options.layer);
  });
  if (!options.npy.empty()) write_npy(options.npy, ConstMatrixRefF(codes.means));
  if (!options.sds.empty()) write_npy(options.sds, ConstMatrixRefF(codes.sds));
  Report report;
  report.data = {source_of(images)};
  report.tables = {codes_table(codes)};
  if (model.treatment.binarise)
    report.tables.front().notes.emplace_back(
        "Codes of black and white images, as the seed draws them.");
  report.figures = code_figures(codes);
  return report;
}

}  // namespace

Command encode_command(CommonOptions& common) {
  return make_command<EncodeOptions>(
      {.name = "encode",
       .description = "Give images their latent codes by an auto-encoder",
       .footer = "Examples:\n"
                 "  renyi encode digits.safetensors t10k-images-idx3-ubyte.gz --npy codes.npy\n"
                 "  renyi encode digits.safetensors new.npy --npy codes.npy --sds sds.npy",
       .positional = {"model", "images"},
       .files_out = {"npy", "sds"}},
      common, [&common](const EncodeOptions& options) { return encode_report(options, common); });
}

}  // namespace renyi::cli
