// Small folders of images, as the experiments with auto-encoders read them.
#pragma once

#include <filesystem>
#include <string>

#include "tests/support/idx.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::testing {

// Images of 4 x 3 pixels, bright above or below by turns; the corner tells the image's number.
inline std::string small_images(int count, int brightest) {
  std::string pixels;
  for (int image = 0; image < count; ++image)
    for (int pixel = 0; pixel < 12; ++pixel) {
      const bool bright = (pixel < 6) == (image % 2 == 0);
      const int level = pixel == 0 && brightest > 1 ? image : (bright ? brightest : 0);
      pixels += static_cast<char>(level);
    }
  return idx(8, {static_cast<std::uint32_t>(count), 4, 3}, pixels);
}

inline void write_frey(const TemporaryFolder& folder, int count = 40) {
  std::filesystem::create_directories(folder.path("freyfaces"));
  folder.file("freyfaces/freyfaces-images-idx3-ubyte", small_images(count, 200));
}

inline void write_mnist(const TemporaryFolder& folder) {
  folder.file("train-images-idx3-ubyte", small_images(30, 200));
  folder.file("t10k-images-idx3-ubyte", small_images(6, 180));
}

inline void write_silhouettes(const TemporaryFolder& folder) {
  folder.file("silhouettes-train-images-idx3-ubyte", small_images(30, 1));
  folder.file("silhouettes-test-images-idx3-ubyte", small_images(6, 1));
}

}  // namespace renyi::testing
