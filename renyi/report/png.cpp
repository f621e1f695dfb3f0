#include "renyi/report/png.hpp"

#include <fmt/format.h>
#include <png.h>

#include <cstddef>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// Deflate packs at most 1032 bytes into one.
constexpr std::int64_t max_packing = 1032;

bool is_image(ImageSize size) {
  return size.width >= 1 && size.width <= max_image_side && size.height >= 1 &&
         size.height <= max_image_side;
}

png_image header_of(ImageSize size) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.format = PNG_FORMAT_GRAY;
  image.width = static_cast<png_uint_32>(size.width);
  image.height = static_cast<png_uint_32>(size.height);
  return image;
}

}  // namespace

std::string encode_png(ImageSize size, const std::vector<std::uint8_t>& pixels) {
  if (!is_image(size) || pixels.size() != static_cast<std::size_t>(size.width * size.height))
    throw UsageError(fmt::format("image: expected {} x {} pixels, at most {} a side, found {}",
                                 size.width, size.height, max_image_side, pixels.size()));
  png_image image = header_of(size);
  png_alloc_size_t length = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(length, '\0');
  if (png_image_write_to_memory(&image, bytes.data(), &length, 0, pixels.data(), 0, nullptr) == 0)
    throw NumericalError(fmt::format("image: cannot be written as PNG: {}", image.message));
  bytes.resize(length);
  return bytes;
}

std::vector<std::uint8_t> decode_png(ImageSize size, std::string_view bytes) {
  if (!is_image(size) ||
      size.width * size.height > max_packing * static_cast<std::int64_t>(bytes.size()))
    return {};
  png_image image = header_of(size);
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return {};
  std::vector<std::uint8_t> pixels;
  if (image.width == static_cast<png_uint_32>(size.width) &&
      image.height == static_cast<png_uint_32>(size.height)) {
    image.format = PNG_FORMAT_GRAY;
    pixels.resize(static_cast<std::size_t>(size.width * size.height));
    const png_color black{};
    if (png_image_finish_read(&image, &black, pixels.data(), 0, nullptr) == 0) pixels.clear();
  }
  png_image_free(&image);
  return pixels;
}

}  // namespace renyi
