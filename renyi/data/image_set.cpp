#include "renyi/data/image_set.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/byte_source.hpp"
#include "renyi/data/data_folder.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/data/idx.hpp"
#include "renyi/data/image_checks.hpp"
#include "renyi/data/mat.hpp"
#include "renyi/data/mat_file.hpp"
#include "renyi/data/npy.hpp"
#include "renyi/data/npy_header.hpp"
#include "renyi/data/numeric_matrix.hpp"
#include "renyi/data/png.hpp"
#include "renyi/data/png_folder.hpp"

namespace renyi {
namespace {

PixelArray read_table_of_pixels(ByteSource& source) {
  const auto table = read_matrix(source, {.range = NumberRange::any});
  return {.values = table.values.cast<float>()};
}

PixelArray read_array(const std::string& path, const std::string& variable) {
  if (is_folder(path)) return read_png_folder(path);
  auto source = ByteSource::open(path);
  const auto start = source.peek(mat_header_bytes);
  if (begins_as_mat(start)) return read_mat(source, variable);
  if (!variable.empty())
    throw UsageError(fmt::format("variable: expected a MAT file, found {}", source.name()));
  if (begins_as_idx(start)) return read_idx(source);
  if (start.starts_with(npy_magic)) return read_npy_images(source);
  if (start.starts_with("\x89PNG"))
    throw DataError({.file = source.name()},
                    "IDX, NPY, MAT, a table, or a folder of PNG files of one size", "one PNG file");
  return read_table_of_pixels(source);
}

// Where the first pixel stands for which `wrong` holds, and what it is.
template <class Wrong>
std::string first_place(const MatrixF& pixels, Wrong wrong) {
  for (Index n = 0; n < pixels.rows(); ++n)
    for (Index d = 0; d < pixels.cols(); ++d)
      if (wrong(pixels(n, d))) return pixel_in_image(pixels(n, d), n, d);
  return {};
}

std::string outside_unit_interval(const MatrixF& pixels) {
  if (pixels.minCoeff() >= 0.0F && pixels.maxCoeff() <= 1.0F) return {};
  return first_place(pixels, [](float value) { return !(value >= 0.0F && value <= 1.0F); });
}

std::string fingerprint_of(const MatrixF& pixels) {
  Fingerprint fingerprint;
  for (Index n = 0; n < pixels.rows(); ++n)
    fingerprint.add_row(std::span(pixels.row(n).data(), static_cast<std::size_t>(pixels.cols())));
  return fingerprint.text();
}

}  // namespace

void ImageOptions::validate() const {
  for (const auto& [name, side] : {std::pair("height", height), std::pair("width", width)})
    if (side < 0 || side > max_image_side)
      throw UsageError(
          fmt::format("{}: expected a number from 0 to {}, found {}", name, max_image_side, side));
  if ((height == 0) != (width == 0))
    throw UsageError(
        fmt::format("height, width: expected both or neither, found {} and {}", height, width));
}

ImageSet read_images(const std::string& path, const ImageOptions& options) {
  options.validate();
  const std::string file = shown_path(path);
  PixelArray array = read_array(path, options.variable);
  scale_bytes(array);
  if (!array.values.allFinite())
    refuse_not_finite(file,
                      first_place(array.values, [](float value) { return !std::isfinite(value); }));
  settle_size(options, array.values.cols(), file, array.height, array.width);
  ImageSet images{.height = array.height, .width = array.width, .path = path};
  images.fingerprint = fingerprint_of(array.values);
  images.pixels = std::move(array.values);
  if (options.transpose) turn_to_rows(images.pixels, images.height, images.width);
  if (options.invert) {
    if (const auto place = outside_unit_interval(images.pixels); !place.empty())
      refuse_to_invert(file, place);
    images.pixels = 1.0F - images.pixels.array();
  }
  return images;
}

void require_unit_interval(const ImageSet& images) {
  const auto place = outside_unit_interval(images.pixels);
  if (!place.empty()) refuse_for_bernoulli(shown_path(images.path), place);
}

}  // namespace renyi
