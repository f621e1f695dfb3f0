// What a file of images holds, the same for every format, and the few things that are done to it.
// What is asked of images is image_set.hpp's.
#pragma once

#include "renyi/core/matrix.hpp"
#include "renyi/data/binary_numbers.hpp"

namespace renyi {

// What stands before the numbers of a file of images.
struct PixelHeader {
  NumberType type = {};
  Index images = 0, pixels = 0;  // rows, and numbers of each
  Index height = 0;              // 0 where the file does not say
  Index width = 0;               // likewise
  bool is_bytes = false;         // numbers from 0 to 255, of which 255 may be white
  bool by_columns = false;       // the first dimension runs fastest
};

struct PixelArray {
  MatrixF values = {};    // a row an image
  Index height = 0;       // 0 where the file does not say
  Index width = 0;        // likewise
  bool is_bytes = false;  // numbers from 0 to 255, of which 255 may be white
};

// Divides bytes by 255, except those of which none is above 1: they are no shades of grey but 0 and
// 1 already, as in silhouettes, and stay as they are.
void scale_bytes(PixelArray& array);

inline constexpr float white_byte = 255.0F;

// Images whose pixels stand column after column, to row after row. Every row has height x width.
void turn_to_rows(MatrixF& images, Index height, Index width);

}  // namespace renyi
