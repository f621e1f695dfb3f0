#include "renyi/data/png.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <new>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// Deflate packs at most 1032 bytes into one.
constexpr std::int64_t max_packing = 1032;

bool is_image(ImageSize size) {
  return size.width >= 1 && size.width <= max_image_side && size.height >= 1 &&
         size.height <= max_image_side;
}

// libpng reports errors by longjmp, so that what must be destroyed lives here and not in decode().
class PngDecoder {
 public:
  explicit PngDecoder(std::string_view bytes) : left_(bytes) {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, give_up, ignore);
    if (png_ == nullptr) throw std::bad_alloc();
    info_ = png_create_info_struct(png_);
  }
  PngDecoder(const PngDecoder&) = delete;
  PngDecoder& operator=(const PngDecoder&) = delete;
  ~PngDecoder() { png_destroy_read_struct(&png_, &info_, nullptr); }

  bool decode(PngImage& image) {
    // NOLINTNEXTLINE(cert-err52-cpp): it is libpng's way
    if (info_ == nullptr || setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_read_fn(png_, this, take);
    const auto most = max_packing * static_cast<std::int64_t>(left_.size());
    png_read_info(png_, info_);
    image.size = {png_get_image_width(png_, info_), png_get_image_height(png_, info_)};
    if (!is_image(image.size) || image.size.width * image.size.height > most) return false;
    to_grey();
    const std::size_t sample_bytes = png_get_bit_depth(png_, info_) == 16 ? 2 : 1;
    const auto row_bytes = png_get_rowbytes(png_, info_);
    if (row_bytes != static_cast<std::size_t>(image.size.width) * sample_bytes) return false;
    samples_.resize(row_bytes * static_cast<std::size_t>(image.size.height));
    for (std::size_t at = 0; at < samples_.size(); at += row_bytes)
      rows_.push_back(samples_.data() + at);
    png_read_image(png_, rows_.data());
    png_read_end(png_, nullptr);
    give(image, sample_bytes);
    return true;
  }

 private:
  [[noreturn]] static void give_up(png_structp png, png_const_charp /*message*/) {
    png_longjmp(png, 1);
  }
  static void ignore(png_structp /*png*/, png_const_charp /*message*/) {}

  static void take(png_structp png, png_bytep out, std::size_t count) {
    auto& left = static_cast<PngDecoder*>(png_get_io_ptr(png))->left_;
    if (left.size() < count) png_error(png, "the end");
    std::copy_n(left.data(), count, out);
    left.remove_prefix(count);
  }

  void to_grey() {
    const auto type = png_get_color_type(png_, info_);
    const bool transparent =
        (type & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png_, info_, PNG_INFO_tRNS) != 0;
    png_set_expand(png_);
    if (transparent) {
      const png_color_16 black{};
      png_set_background(png_, &black, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
    }
    constexpr png_fixed_point usual_weights = -1;
    if ((type & PNG_COLOR_MASK_COLOR) != 0)
      png_set_rgb_to_gray_fixed(png_, PNG_ERROR_ACTION_NONE, usual_weights, usual_weights);
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
  }

  void give(PngImage& image, std::size_t sample_bytes) const {
    image.white = sample_bytes == 2 ? 65535 : 255;
    image.pixels.reserve(samples_.size() / sample_bytes);
    for (std::size_t at = 0; at < samples_.size(); at += sample_bytes)
      image.pixels.push_back(
          sample_bytes == 1 ? samples_[at]
                            : static_cast<std::uint16_t>(samples_[at] * 256U + samples_[at + 1]));
  }

  std::string_view left_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::vector<png_byte> samples_;
  std::vector<png_bytep> rows_;
};

}  // namespace

std::string encode_png(ImageSize size, const std::vector<std::uint8_t>& pixels) {
  if (!is_image(size) || pixels.size() != static_cast<std::size_t>(size.width * size.height))
    throw UsageError(fmt::format("image: expected {} x {} pixels, at most {} a side, found {}",
                                 size.width, size.height, max_image_side, pixels.size()));
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.format = PNG_FORMAT_GRAY;
  image.width = static_cast<png_uint_32>(size.width);
  image.height = static_cast<png_uint_32>(size.height);
  png_alloc_size_t length = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(length, '\0');
  if (png_image_write_to_memory(&image, bytes.data(), &length, 0, pixels.data(), 0, nullptr) == 0)
    throw NumericalError(fmt::format("image: cannot be written as PNG: {}", image.message));
  bytes.resize(length);
  return bytes;
}

PngImage decode_png(std::string_view bytes) {
  PngImage image;
  if (!PngDecoder(bytes).decode(image)) return {};
  return image;
}

std::vector<std::uint8_t> decode_png(ImageSize size, std::string_view bytes) {
  const PngImage image = decode_png(bytes);
  if (image.size != size || image.white != 255) return {};
  return {image.pixels.begin(), image.pixels.end()};
}

}  // namespace renyi
