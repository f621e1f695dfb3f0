#include "renyi/data/image_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/data/idx.hpp"
#include "renyi/data/image_checks.hpp"
#include "renyi/data/npy.hpp"
#include "renyi/data/npy_header.hpp"
#include "renyi/data/unpacked_copy.hpp"

namespace renyi {
namespace {

constexpr Index window_bytes = Index{1} << 20;

PixelHeader read_header(ByteSource& source, const std::string& path) {
  const auto start = source.peek(npy_magic.size());
  if (begins_as_idx(start)) return read_idx_header(source);
  if (start.starts_with(npy_magic)) {
    const PixelHeader header = read_npy_image_header(source);
    if (!header.by_columns) return header;
  }
  throw UsageError(fmt::format(
      "stream: expected IDX, or NPY with one row after another, found another format in {}", path));
}

}  // namespace

ImageFile::ImageFile(const std::string& path, const ImageOptions& options, const std::string& cache)
    : name_(path) {
  options.validate();
  const std::string file = unpacked_copy(path, cache);
  {
    auto source = ByteSource::open(file);
    header_ = read_header(source, path);
    offset_ = source.position();
  }
  description_ = {.height = header_.height, .width = header_.width, .path = path};
  settle_size(options, header_.pixels, path, description_.height, description_.width);
  open(file);
  inspect();
  if (options.invert && !outside_.empty()) refuse_to_invert(path, outside_);
  turns_ = options.transpose;
  inverts_ = options.invert;
}

void ImageFile::open(const std::string& file) {
  file_.emplace(file, name_);
  const auto expected =
      offset_ + static_cast<std::uint64_t>(header_.images * header_.pixels) * header_.type.bytes;
  if (file_->size() != expected)
    throw DataError({.file = name_},
                    fmt::format("{} bytes, for {} images of {} pixels", expected, header_.images,
                                header_.pixels),
                    fmt::format("{}", file_->size()));
}

// Rows as they stand in the file, but for bytes, which are divided once it is known that they are
// to be.
void ImageFile::read(Index row, Index count, std::vector<char>& bytes, float* to) const {
  const auto row_bytes = static_cast<std::size_t>(header_.pixels) * header_.type.bytes;
  bytes.resize(static_cast<std::size_t>(count) * row_bytes);
  file_->read(offset_ + static_cast<std::uint64_t>(row) * row_bytes, bytes);
  to_floats({bytes.data(), bytes.size()}, header_.type, to);
  if (divides_)
    std::for_each_n(to, count * header_.pixels, [](float& value) { value /= white_byte; });
}

void ImageFile::inspect() {
  const Index at_once = std::max<Index>(1, window_bytes / header_.pixels);
  MatrixF window(std::min(at_once, header_.images), header_.pixels);
  std::vector<char> bytes;
  const auto each_window = [&](const auto& f) {
    for (Index begin = 0; begin < header_.images; begin += at_once) {
      const Index count = std::min(at_once, header_.images - begin);
      read(begin, count, bytes, window.data());
      f(begin, window.topRows(count));
    }
  };
  if (header_.is_bytes) {
    bool has_shades = false;
    each_window(
        [&](Index, const auto& some) { has_shades = has_shades || some.maxCoeff() > 1.0F; });
    divides_ = has_shades;
  }
  Fingerprint fingerprint;
  each_window([&](Index begin, const auto& some) {
    for (Index n = 0; n < some.rows(); ++n) {
      fingerprint.add_row(
          std::span(window.row(n).data(), static_cast<std::size_t>(header_.pixels)));
      for (Index d = 0; d < header_.pixels; ++d) {
        const float value = some(n, d);
        if (!std::isfinite(value)) refuse_not_finite(name_, pixel_in_image(value, begin + n, d));
        has_greys_ = has_greys_ || (value > 0.0F && value < 1.0F);
        if (outside_.empty() && (value < 0.0F || value > 1.0F))
          outside_ = pixel_in_image(value, begin + n, d);
      }
    }
  });
  description_.fingerprint = fingerprint.text();
}

void ImageFile::copy(std::span<const Index> rows, float* to) const {
  thread_local std::vector<char> bytes;
  thread_local std::vector<float> by_columns;
  const Index height = description_.height, width = description_.width;
  for (const Index row : rows) {
    read(row, 1, bytes, to);
    if (turns_) {
      by_columns.assign(to, to + header_.pixels);
      Eigen::Map<MatrixF>(to, height, width) =
          Eigen::Map<const MatrixF>(by_columns.data(), width, height).transpose();
    }
    if (inverts_) std::for_each_n(to, header_.pixels, [](float& value) { value = 1.0F - value; });
    to += header_.pixels;
  }
}

}  // namespace renyi
