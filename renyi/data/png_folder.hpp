// Images from a folder of PNG files of one size. What a PNG is, is png.hpp's.
#pragma once

#include <string>

#include "renyi/data/pixel_array.hpp"

namespace renyi {

// Every file of the folder whose name ends in .png, in the order of their names; what else there is
// is passed over. Files that are no PNG or of unequal sizes, and a folder without any, are
// DataError. Images of 16 bits are already divided by their white, with all others of the folder.
PixelArray read_png_folder(const std::string& folder);

}  // namespace renyi
