#include "renyi/data/image_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <system_error>
#include <utility>

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

ImageFile::~ImageFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void ImageFile::open(const std::string& file) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX has it so
  descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) throw DataError::no_input(name_, std::generic_category().message(errno));
  struct stat status {};
  const auto expected =
      offset_ + static_cast<std::uint64_t>(header_.images * header_.pixels) * header_.type.bytes;
  if (::fstat(descriptor_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) == expected)
    return;
  ::close(std::exchange(descriptor_, -1));
  throw DataError(
      {.file = name_},
      fmt::format("{} bytes, for {} images of {} pixels", expected, header_.images, header_.pixels),
      fmt::format("{}", status.st_size));
}

// Rows as they stand in the file, but for bytes, which are divided once it is known that they are
// to be.
void ImageFile::read(Index row, Index count, std::vector<char>& bytes, float* to) const {
  const auto row_bytes = static_cast<std::size_t>(header_.pixels) * header_.type.bytes;
  bytes.resize(static_cast<std::size_t>(count) * row_bytes);
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto at = offset_ + static_cast<std::uint64_t>(row) * row_bytes + done;
    const auto some =
        ::pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(at));
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0)
      throw DataError::input_output(name_, some == 0 ? "the file has become shorter"
                                                     : std::generic_category().message(errno));
    done += static_cast<std::size_t>(some);
  }
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
