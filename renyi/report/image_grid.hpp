// Rows of pixels as images to look at: one picture of many, for a PNG file, or the images of a
// report. What a PNG is, is renyi/data/png.hpp's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "renyi/core/matrix.hpp"
#include "renyi/data/png.hpp"
#include "renyi/report/figure.hpp"

namespace renyi {

struct GreyImage {
  ImageSize size = {};
  std::vector<std::uint8_t> pixels = {};  // row after row, 0 black and 255 white
};

// A row of `pixels` is an image of height x width, 0 black and 1 white; beyond them they are as
// those. NaN is NumericalError with image and pixel, counted from 1; rows of another length, no
// images and no columns are UsageError.

// The images beside each other, `columns` in a row, with a grey line of one pixel around each.
GreyImage image_grid(const ConstMatrixRefF& pixels, Index height, Index width, Index columns);

// The same for Report::images, which draws them by itself.
ImageGrid image_figure(std::string name, std::string title, const ConstMatrixRefF& pixels,
                       Index height, Index width, Index columns);

// The file appears whole or not at all (atomic_file.hpp).
void write_png(const std::string& path, const GreyImage& image);

}  // namespace renyi
