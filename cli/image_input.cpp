#include "cli/image_input.hpp"

#include <fmt/format.h>

#include "renyi/core/error.hpp"
#include "renyi/data/byte_reader.hpp"
#include "renyi/data/image_checks.hpp"

namespace renyi::cli {
namespace {

void require_pixels(Index found, const std::string& path, const VaeSpec& spec) {
  if (found != spec.pixels)
    throw DataError({.file = shown_path(path)},
                    fmt::format("images of {} pixels, as the model has", spec.pixels),
                    fmt::format("{}", found));
}

}  // namespace

void ImageFlags::validate() const {
  if (count < 0)
    throw UsageError(fmt::format("--count: expected a number from 0, found {}", count));
}

ImageOptions options_for(const VaeModel& model, const ImageFlags& flags) {
  const ImageTreatment& treatment = model.treatment;
  return {.invert = treatment.invert,
          .transpose = treatment.transpose,
          .variable = flags.variable,
          .height = treatment.height,
          .width = treatment.width};
}

ImageSet read_for_model(const ImageFlags& flags, const VaeModel& model) {
  ImageSet images = read_images(flags.images, options_for(model, flags));
  require_fit(images, model.spec);
  if (flags.count > 0 && flags.count < images.pixels.rows())
    images.pixels.conservativeResize(flags.count, Eigen::NoChange);
  return images;
}

void require_fit(const ImageSet& images, const VaeSpec& spec) {
  require_pixels(images.pixels.cols(), images.path, spec);
  if (spec.likelihood.model == PixelModel::bernoulli) require_unit_interval(images);
}

void require_fit(const ImageFile& images, const VaeSpec& spec) {
  require_pixels(images.cols(), images.description().path, spec);
  if (spec.likelihood.model == PixelModel::bernoulli && !images.outside_unit_interval().empty())
    refuse_for_bernoulli(images.description().path, images.outside_unit_interval());
}

PixelFacts facts_of(const MatrixF& pixels) {
  return {.has_greys = ((pixels.array() > 0.0F) && (pixels.array() < 1.0F)).any(),
          .leave_unit = ((pixels.array() < 0.0F) || (pixels.array() > 1.0F)).any()};
}
PixelFacts facts_of(const ImageFile& images) {
  return {.has_greys = images.has_greys(), .leave_unit = !images.outside_unit_interval().empty()};
}

MatrixF as_trained(const VaeModel& model, const MatrixF& pixels, std::uint64_t seed) {
  return model.treatment.binarise ? binarise_images(pixels, seed) : pixels;
}

DataSource source_of(const ImageSet& images) {
  return {.path = images.path,
          .fingerprint = images.fingerprint,
          .rows = std::int64_t{images.pixels.rows()}};
}

DataSource source_of(const ImageFile& images) {
  return {.path = images.description().path,
          .fingerprint = images.description().fingerprint,
          .rows = std::int64_t{images.rows()}};
}

}  // namespace renyi::cli
