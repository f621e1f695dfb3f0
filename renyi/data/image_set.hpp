// Images for models of pixels, from whatever file or folder holds them, told apart by content. The
// formats are their own files'; this decides what the numbers mean, and refuses what is no number.
#pragma once

#include <string>

#include "renyi/core/matrix.hpp"

namespace renyi {

struct ImageSet {
  MatrixF pixels = {};           // a row an image, its pixels row after row
  Index height = 0;              // 0 where the rows are no images but a table of numbers
  Index width = 0;               // likewise
  std::string path = {};         // as the caller gave it
  std::string fingerprint = {};  // of the pixels as read, before the options change them
};

struct ImageOptions {
  bool invert = false;
  bool transpose = false;
  std::string variable = {};
  Index height = 0;
  Index width = 0;

  // Throws UsageError that names the field, what was expected and what was found.
  void validate() const;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("invert", self.invert, "turn pixels x into 1 - x");
    field("transpose", self.transpose, "the file has pixels column after column");
    field("variable", self.variable, "name of the array in a MAT file that holds several");
    field("height", self.height, "of an image, where the file does not say; 0: not known");
    field("width", self.width, "of an image, where the file does not say; 0: not known");
  }
};

// IDX, NPY of two or three dimensions, MAT of version 5, delimited text, packed by gzip or not, "-"
// for standard input; or a folder of PNG files of one size. Bytes are shades of grey and divided by
// 255; where none is above 1 they are 0 and 1 already and stay as they are. All other numbers stay
// as they are. Pixels that are not finite are DataError with image and pixel, counted from 1.
ImageSet read_images(const std::string& path, const ImageOptions& options = {});

// Bernoulli pixels are from 0 to 1. Throws DataError with the first that is not.
void require_unit_interval(const ImageSet& images);

}  // namespace renyi
