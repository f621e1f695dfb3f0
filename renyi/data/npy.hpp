// Matrices and images from NPY, NumPy's own format, and matrices to it. Which files are NPY is
// numeric_matrix.hpp's and image_set.hpp's to tell.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "renyi/core/matrix.hpp"
#include "renyi/data/byte_source.hpp"
#include "renyi/data/pixel_array.hpp"

namespace renyi {

// A matrix, or a vector as one column, of any number type, either byte order and either order of
// elements, converted to the nearest double. The shape that the file claims is believed only as far
// as bytes come; missing and surplus bytes, other ranks and arrays without elements are DataError.
Matrix read_npy(ByteSource& source);
Matrix read_npy(const std::string& path);

// Of a matrix that stands one row after another: its rows, with one in memory at a time. DataError
// also where a row has more numbers than `most`.
using TakeNumbers = std::function<void(std::span<const double>)>;
void each_npy_row(ByteSource& source, Index most, const TakeNumbers& take);

// Up to the first number of images. Errors as below.
PixelHeader read_npy_image_header(ByteSource& source);

// Images: an array of two dimensions (images x pixels) or three (images x height x width), under
// the same conditions.
PixelArray read_npy_images(ByteSource& source);

// Row after row, little-endian: <f8 or, from single precision, <f4. The file appears whole or not
// at all (atomic_file.hpp).
void write_npy(const std::string& path, const ConstMatrixRef& matrix);
void write_npy(const std::string& path, const ConstMatrixRefF& matrix);

// The same bytes, piece by piece, to any place.
using ByteSink = std::function<void(std::string_view)>;
void encode_npy(const ConstMatrixRef& matrix, const ByteSink& sink);
void encode_npy(const ConstMatrixRefF& matrix, const ByteSink& sink);

}  // namespace renyi
