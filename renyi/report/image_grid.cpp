#include "renyi/report/image_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr float white = 255.0F;
constexpr std::uint8_t line_grey = 128;
constexpr Index line_width = 1;

void require_images(const ConstMatrixRefF& pixels, Index height, Index width, Index columns) {
  if (height < 1 || width < 1 || height > max_image_side || width > max_image_side ||
      pixels.rows() < 1 || pixels.cols() != height * width)
    throw UsageError(fmt::format("images: expected rows of {} x {} pixels, found {} of {}", height,
                                 width, pixels.rows(), pixels.cols()));
  if (columns < 1) throw UsageError(fmt::format("columns: expected at least 1, found {}", columns));
}

std::uint8_t grey(const ConstMatrixRefF& pixels, Index image, Index pixel) {
  const float value = pixels(image, pixel);
  if (std::isnan(value))
    throw NumericalError(fmt::format("image {}, pixel {}: NaN", image + 1, pixel + 1));
  return static_cast<std::uint8_t>(std::lround(white * std::clamp(value, 0.0F, 1.0F)));
}

}  // namespace

GreyImage image_grid(const ConstMatrixRefF& pixels, Index height, Index width, Index columns) {
  require_images(pixels, height, width, columns);
  columns = std::min(columns, pixels.rows());
  const Index rows = (pixels.rows() + columns - 1) / columns;
  const Index most = max_image_side - line_width;
  if (columns > most / (width + line_width) || rows > most / (height + line_width))
    throw UsageError(
        fmt::format("images: expected at most {} pixels a side, found {} x {} images of {} x {}",
                    max_image_side, rows, columns, height, width));
  GreyImage image{.size = {.width = columns * (width + line_width) + line_width,
                           .height = rows * (height + line_width) + line_width}};
  image.pixels.assign(static_cast<std::size_t>(image.size.width * image.size.height), line_grey);
  for (Index n = 0; n < pixels.rows(); ++n) {
    const Index top = n / columns * (height + line_width) + line_width;
    const Index left = n % columns * (width + line_width) + line_width;
    for (Index d = 0; d < pixels.cols(); ++d) {
      const Index at = (top + d / width) * image.size.width + left + d % width;
      image.pixels[static_cast<std::size_t>(at)] = grey(pixels, n, d);
    }
  }
  return image;
}

ImageGrid image_figure(std::string name, std::string title, const ConstMatrixRefF& pixels,
                       Index height, Index width, Index columns) {
  require_images(pixels, height, width, columns);
  ImageGrid grid{.name = std::move(name),
                 .title = std::move(title),
                 .width = width,
                 .height = height,
                 .columns = columns};
  for (Index n = 0; n < pixels.rows(); ++n) {
    auto& image = grid.images.emplace_back();
    for (Index d = 0; d < pixels.cols(); ++d) image.push_back(grey(pixels, n, d));
  }
  return grid;
}

void write_png(const std::string& path, const GreyImage& image) {
  write_file_atomically(path, encode_png(image.size, image.pixels));
}

}  // namespace renyi
