// Images from MAT, MATLAB's own format, of version 5, by matio. What reaches matio has passed
// mat_file.hpp.
#pragma once

#include <string>

#include "renyi/data/byte_source.hpp"
#include "renyi/data/pixel_array.hpp"

namespace renyi {

// The array of that name, a row an image; without a name the only array of numbers with two
// dimensions and more than one column. Throws DataError where there is none or are several, with
// their names.
PixelArray read_mat(ByteSource& source, const std::string& variable);

}  // namespace renyi
