#include "renyi/data/image_checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {

std::string pixel_in_image(float value, Index image, Index pixel) {
  const auto shown = std::isnan(value) ? "NaN" : fmt::format("{}", value);
  return fmt::format("{} in image {}, pixel {}", shown, image + 1, pixel + 1);
}

void refuse_not_finite(const std::string& file, const std::string& pixel) {
  throw DataError({.file = file}, "finite pixels", pixel);
}

void refuse_to_invert(const std::string& file, const std::string& pixel) {
  throw DataError({.file = file}, "pixels from 0 to 1, to be inverted", pixel);
}

void refuse_for_bernoulli(const std::string& file, const std::string& pixel) {
  throw DataError({.file = file}, "pixels from 0 to 1, for a Bernoulli likelihood",
                  pixel +
                      "; divide the pixels by their largest value, or choose a Gaussian "
                      "likelihood");
}

void settle_size(const ImageOptions& options, Index pixels, const std::string& file, Index& height,
                 Index& width) {
  if (options.height > 0) {
    const auto asked = fmt::format("images of {} x {} pixels", options.height, options.width);
    if (height > 0 && (height != options.height || width != options.width))
      throw DataError({.file = file}, asked, fmt::format("{} x {}", height, width));
    if (pixels != options.height * options.width)
      throw DataError({.file = file}, asked, fmt::format("rows of {}", pixels));
    height = options.height;
    width = options.width;
  }
  if (options.transpose && height == 0)
    throw UsageError(fmt::format(
        "transpose: expected the height and width of images, which {} does not say", file));
}

}  // namespace renyi
