// What is asked of images alike, whether they are in memory or stay in their file, and what is said
// where they are not so.
#pragma once

#include <string>

#include "renyi/data/image_set.hpp"

namespace renyi {

// "0.5 in image 3, pixel 7"; both are counted from 0 here, from 1 there.
std::string pixel_in_image(float value, Index image, Index pixel);

[[noreturn]] void refuse_not_finite(const std::string& file, const std::string& pixel);
[[noreturn]] void refuse_to_invert(const std::string& file, const std::string& pixel);
[[noreturn]] void refuse_for_bernoulli(const std::string& file, const std::string& pixel);

// The options' size of an image goes to height and width, where there is one: DataError where the
// file says another, or images have other numbers of pixels. UsageError where images are to be
// transposed whose size nobody knows.
void settle_size(const ImageOptions& options, Index pixels, const std::string& file, Index& height,
                 Index& width);

}  // namespace renyi
