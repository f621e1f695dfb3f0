#include "renyi/data/png_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/data/byte_source.hpp"
#include "renyi/data/png.hpp"

namespace renyi {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> png_files(const std::string& folder) {
  std::error_code problem;
  std::vector<std::string> files;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    auto suffix = entry->path().extension().string();
    std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return std::tolower(c); });
    if (suffix == ".png") files.push_back(entry->path().string());
  }
  if (problem) throw DataError::no_input(folder, problem.message());
  if (files.empty()) throw DataError({.file = folder}, "PNG images in the folder", "none");
  std::ranges::sort(files);
  return files;
}

PngImage read_png(const std::string& file) {
  auto source = ByteSource::open(file);
  std::string bytes;
  for (auto next = source.peek(); !next.empty(); next = source.peek()) {
    bytes += next;
    source.skip(next.size());
  }
  PngImage image = decode_png(bytes);
  if (image.pixels.empty())
    throw DataError({.file = file}, "a PNG image", "damaged or other bytes");
  return image;
}

}  // namespace

PixelArray read_png_folder(const std::string& folder) {
  const auto files = png_files(folder);
  const auto count = static_cast<Index>(files.size());
  PixelArray array{.is_bytes = true};
  std::vector<std::uint16_t> whites;
  for (Index n = 0; n < count; ++n) {
    const auto& file = files[static_cast<std::size_t>(n)];
    const PngImage image = read_png(file);
    if (n == 0) {
      array.width = image.size.width;
      array.height = image.size.height;
    }
    if (image.size != ImageSize{array.width, array.height})
      throw DataError({.file = file},
                      fmt::format("{} x {} pixels (height x width) as in {}", array.height,
                                  array.width, files.front()),
                      fmt::format("{} x {}", image.size.height, image.size.width));
    // Grows with the images that have come.
    if (n >= array.values.rows())
      array.values.conservativeResize(std::min(count, 2 * n + 1), array.width * array.height);
    std::ranges::copy(image.pixels, array.values.row(n).data());
    whites.push_back(image.white);
  }
  if (std::ranges::count(whites, 255) < count) {
    for (Index n = 0; n < count; ++n) array.values.row(n) /= whites[static_cast<std::size_t>(n)];
    array.is_bytes = false;
  }
  return array;
}

}  // namespace renyi
