// Images from IDX, the format in which MNIST comes. Which files are IDX is image_set.hpp's to ask.
#pragma once

#include <string_view>

#include "renyi/data/byte_source.hpp"
#include "renyi/data/pixel_array.hpp"

namespace renyi {

// Whether a file begins as IDX does: two zeros, a type of number, a number of dimensions.
bool begins_as_idx(std::string_view bytes);

// Up to the first number. Errors as below.
PixelHeader read_idx_header(ByteSource& source);

// An array of two dimensions (images x pixels) or three (images x height x width), of any of the
// six types of numbers. The shape that the file claims is believed only as far as bytes come;
// missing and surplus bytes, other ranks (a file of labels has one dimension) and arrays without
// elements are DataError.
PixelArray read_idx(ByteSource& source);

}  // namespace renyi
