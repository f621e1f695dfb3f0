// Pictures of squares and discs, some hollow, as a file of images that `renyi fit vae` reads.
// Made with
//   build/release/shapes 0 1000 | gzip -9n > examples/shapes.gz
//   build/release/shapes 1000 200 | gzip -9n > examples/shapes_test.gz
//
// 12 x 12 pixels, black and white, in the IDX format: place, size and kind of the shape are drawn
// at random, so that a handful of numbers says all about an image.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <renyi/renyi.hpp>
#include <span>

namespace {

constexpr int side = 12;

// `draw` has five numbers between 0 and 1.
bool is_white(const float* draw, int x, int y) {
  const double radius = 1.5 + 3.0 * draw[0];
  const double centre_x = radius + (side - 1.0 - 2.0 * radius) * draw[1];
  const double centre_y = radius + (side - 1.0 - 2.0 * radius) * draw[2];
  const double dx = std::abs(x - centre_x), dy = std::abs(y - centre_y);
  const double distance = draw[3] < 0.5 ? std::max(dx, dy) : std::hypot(dx, dy);
  const bool is_hollow = draw[4] < 0.5;
  return distance <= radius + 0.25 && (!is_hollow || distance > radius - 1.0);
}

void put_number(std::uint32_t value) {
  for (const int shift : {24, 16, 8, 0}) std::putchar(static_cast<int>(value >> shift & 0xFFU));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fprintf(stderr, "usage: shapes FIRST COUNT\n");
    return EXIT_FAILURE;
  }
  const int first = std::atoi(arguments[1]);
  const int images = std::atoi(arguments[2]);
  put_number(0x0803);  // bytes, of three dimensions
  put_number(static_cast<std::uint32_t>(images));
  put_number(side);
  put_number(side);
  for (int i = first; i < first + images; ++i) {
    std::array<float, 5> draw{};
    renyi::fill_uniform({.seed = 4, .purpose = renyi::Purpose::draws},
                        {.row = static_cast<std::uint64_t>(i)}, std::span<float>(draw));
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) std::putchar(is_white(draw.data(), x, y) ? 255 : 0);
  }
  return EXIT_SUCCESS;
}
