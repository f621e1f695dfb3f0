#include "renyi/data/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/binary_numbers.hpp"
#include "renyi/data/npy_header.hpp"

namespace renyi {
namespace {

NumberType type_of(const NpyHeader& header) {
  return {.kind = header.kind, .bytes = header.item_bytes, .big_endian = header.big_endian};
}

// The count of elements, of which there must be some.
Index checked_count(const NpyHeader& header, const std::string& file) {
  const auto shown = fmt::format("shape ({})", fmt::join(header.shape, ", "));
  const auto count = element_count(header.shape);
  if (!count) throw DataError({.file = file}, "an NPY array that memory can address", shown);
  if (*count == 0) throw DataError({.file = file}, "an NPY array with elements", shown);
  return *count;
}

void require_rank(const NpyHeader& header, std::size_t least, std::size_t most,
                  const std::string& file, const std::string& expected) {
  if (header.shape.size() < least || header.shape.size() > most)
    throw DataError({.file = file}, expected,
                    fmt::format("shape ({})", fmt::join(header.shape, ", ")));
}

template <class Scalar, class Ref>
void encode(const Ref& matrix, const ByteSink& sink) {
  NpyHeader header;
  header.item_bytes = sizeof(Scalar);
  header.shape = {matrix.rows(), matrix.cols()};
  sink(format_npy_header(header));
  std::array<char, sizeof(Scalar)> item{};
  for (Index r = 0; r < matrix.rows(); ++r)
    for (Index c = 0; c < matrix.cols(); ++c) {
      const Scalar value = matrix(r, c);
      std::memcpy(item.data(), &value, sizeof(Scalar));
      if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(item);
      sink({item.data(), item.size()});
    }
}

template <class Ref>
void write(const std::string& path, const Ref& matrix) {
  AtomicFile file(path);
  encode_npy(matrix, [&](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

}  // namespace

Matrix read_npy(ByteSource& source) {
  const auto header = read_npy_header(source);
  require_rank(header, 1, 2, source.name(), "an NPY array of one or two dimensions");
  const Index rows = header.shape.front();
  const Index columns = checked_count(header, source.name()) / rows;
  if (header.fortran_order)
    return read_numbers<double>(source, type_of(header), columns, rows, "NPY").transpose();
  return read_numbers<double>(source, type_of(header), rows, columns, "NPY");
}

void each_npy_row(ByteSource& source, Index most, const TakeNumbers& take) {
  const auto header = read_npy_header(source);
  const auto refuse = [&](const std::string& expected, const std::string& found) {
    throw DataError({.file = source.name()}, expected, found);
  };
  require_rank(header, 2, 2, source.name(), "an NPY array of two dimensions");
  const Index count = checked_count(header, source.name()), columns = header.shape[1];
  if (header.fortran_order) refuse("an NPY array with one row after another", "its columns so");
  if (columns > most) refuse(fmt::format("at most {} columns", most), fmt::to_string(columns));
  std::vector<char> bytes(static_cast<std::size_t>(columns) * header.item_bytes);
  std::vector<double> row(static_cast<std::size_t>(columns));
  for (Index done = 0; done < count; done += columns) {
    const std::size_t found = source.read(bytes);
    if (found < bytes.size())
      refuse(fmt::format("{} NPY elements of {} bytes", count, header.item_bytes),
             fmt::format("{} and the end of the file",
                         done + static_cast<Index>(found / header.item_bytes)));
    to_doubles({bytes.data(), bytes.size()}, type_of(header), row.data());
    take(row);
  }
  if (!source.peek().empty())
    refuse(fmt::format("the end of the file after {} NPY elements", count), "more bytes");
}

PixelHeader read_npy_image_header(ByteSource& source) {
  const auto header = read_npy_header(source);
  require_rank(header, 2, 3, source.name(), "images: an NPY array of two or three dimensions");
  const Index rows = header.shape.front();
  const bool has_size = header.shape.size() == 3;
  return {.type = type_of(header),
          .images = rows,
          .pixels = checked_count(header, source.name()) / rows,
          .height = has_size ? header.shape[1] : 0,
          .width = has_size ? header.shape[2] : 0,
          .is_bytes = header.kind == 'u' && header.item_bytes == 1,
          .by_columns = header.fortran_order};
}

PixelArray read_npy_images(ByteSource& source) {
  const PixelHeader header = read_npy_image_header(source);
  PixelArray array{.height = header.height, .width = header.width, .is_bytes = header.is_bytes};
  if (!header.by_columns) {
    array.values = read_numbers<float>(source, header.type, header.images, header.pixels, "NPY");
  } else {
    array.values =
        read_numbers<float>(source, header.type, header.pixels, header.images, "NPY").transpose();
    if (array.height > 0) turn_to_rows(array.values, array.height, array.width);
  }
  return array;
}

Matrix read_npy(const std::string& path) {
  auto source = ByteSource::open(path);
  return read_npy(source);
}

void encode_npy(const ConstMatrixRef& matrix, const ByteSink& sink) {
  encode<double>(matrix, sink);
}
void encode_npy(const ConstMatrixRefF& matrix, const ByteSink& sink) {
  encode<float>(matrix, sink);
}

void write_npy(const std::string& path, const ConstMatrixRef& matrix) { write(path, matrix); }
void write_npy(const std::string& path, const ConstMatrixRefF& matrix) { write(path, matrix); }

}  // namespace renyi
