// Grey images from and to PNG, by libpng. The same pixels always give the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace renyi {

struct ImageSize {
  std::int64_t width = 0;
  std::int64_t height = 0;

  friend bool operator==(ImageSize, ImageSize) = default;
};

// The most pixels that a side may have, here and in what is read.
constexpr std::int64_t max_image_side = 1 << 14;

// Pixels row after row, 0 black and 255 white. Throws UsageError where they are not as many as the
// size says, or a side is not in 1 to max_image_side.
std::string encode_png(ImageSize size, const std::vector<std::uint8_t>& pixels);

struct PngImage {
  ImageSize size = {};
  std::uint16_t white = 255;  // or 65535, of an image of 16 bits
  std::vector<std::uint16_t> pixels = {};
};

// Any PNG: colours become grey, what is transparent lies on black. Without pixels where the bytes
// are none. Memory is only taken for as many pixels as that many bytes can hold.
PngImage decode_png(std::string_view bytes);

// The pixels of an image of that size and of 8 bits or fewer; empty where the bytes are none.
std::vector<std::uint8_t> decode_png(ImageSize size, std::string_view bytes);

}  // namespace renyi
