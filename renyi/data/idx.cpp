#include "renyi/data/idx.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/data/binary_numbers.hpp"
#include "renyi/data/excerpt.hpp"

namespace renyi {
namespace {

constexpr std::size_t start_bytes = 4;
constexpr std::size_t size_bytes = 4;

std::optional<NumberType> number_type(char code) {
  switch (code) {
    case 0x08:
      return NumberType{.kind = 'u', .bytes = 1, .big_endian = true};
    case 0x09:
      return NumberType{.kind = 'i', .bytes = 1, .big_endian = true};
    case 0x0B:
      return NumberType{.kind = 'i', .bytes = 2, .big_endian = true};
    case 0x0C:
      return NumberType{.kind = 'i', .bytes = 4, .big_endian = true};
    case 0x0D:
      return NumberType{.kind = 'f', .bytes = 4, .big_endian = true};
    case 0x0E:
      return NumberType{.kind = 'f', .bytes = 8, .big_endian = true};
    default:
      return {};
  }
}

std::vector<std::int64_t> read_shape(ByteSource& source, int rank) {
  std::vector<std::int64_t> shape;
  for (int i = 0; i < rank; ++i) {
    const auto next = source.peek(size_bytes);
    if (next.size() < size_bytes)
      throw DataError({.file = source.name()}, fmt::format("the sizes of {} IDX dimensions", rank),
                      fmt::format("{} and the end of the file", i));
    std::int64_t size = 0;
    for (const char byte : next.substr(0, size_bytes))
      size = size << 8 | static_cast<unsigned char>(byte);
    shape.push_back(size);
    source.skip(size_bytes);
  }
  return shape;
}

}  // namespace

bool begins_as_idx(std::string_view bytes) {
  return bytes.size() >= start_bytes && bytes[0] == 0 && bytes[1] == 0 && number_type(bytes[2]) &&
         bytes[3] > 0;
}

PixelHeader read_idx_header(ByteSource& source) {
  const Place whole{.file = source.name()};
  const std::string start(source.peek(start_bytes).substr(0, start_bytes));
  if (!begins_as_idx(start)) throw DataError(whole, "an IDX file", excerpt(start));
  source.skip(start_bytes);
  const int rank = start[3];
  if (rank == 1)
    throw DataError(whole, "images: an IDX file of two or three dimensions",
                    "one dimension, as a file of labels has");
  if (rank > 3)
    throw DataError(whole, "an IDX file of two or three dimensions", fmt::format("{}", rank));
  const auto type = *number_type(start[2]);
  const auto shape = read_shape(source, rank);
  const auto shown = fmt::format("sizes {}", fmt::join(shape, " x "));
  const auto count = element_count(shape);
  if (!count) throw DataError(whole, "an IDX array that memory can address", shown);
  if (*count == 0) throw DataError(whole, "an IDX array with elements", shown);
  return {.type = type,
          .images = shape[0],
          .pixels = *count / shape[0],
          .height = rank == 3 ? shape[1] : 0,
          .width = rank == 3 ? shape[2] : 0,
          .is_bytes = type.kind == 'u'};
}

PixelArray read_idx(ByteSource& source) {
  const PixelHeader header = read_idx_header(source);
  return {.values = read_numbers<float>(source, header.type, header.images, header.pixels, "IDX"),
          .height = header.height,
          .width = header.width,
          .is_bytes = header.is_bytes};
}

}  // namespace renyi
