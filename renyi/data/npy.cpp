#include "renyi/data/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <type_traits>

#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/npy_header.hpp"

namespace renyi {
namespace {

using Item = std::array<char, 8>;  // the first item_bytes count, little-endian

template <class Number>
double as_double(const Item& item) {
  using Bits = std::conditional_t<
      sizeof(Number) == 1, std::uint8_t,
      std::conditional_t<sizeof(Number) == 2, std::uint16_t,
                         std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>>>;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    bits |= std::uint64_t{static_cast<unsigned char>(item[i])} << (8 * i);
  return static_cast<double>(std::bit_cast<Number>(static_cast<Bits>(bits)));
}

using Decode = double (*)(const Item&);

Decode decoder(const NpyHeader& header) {
  const bool is_signed = header.kind == 'i';
  switch (header.item_bytes) {
    case 1:
      if (header.kind == 'b') return [](const Item& item) { return item[0] != 0 ? 1.0 : 0.0; };
      return is_signed ? as_double<std::int8_t> : as_double<std::uint8_t>;
    case 2:
      return is_signed ? as_double<std::int16_t> : as_double<std::uint16_t>;
    case 4:
      if (header.kind == 'f') return as_double<float>;
      return is_signed ? as_double<std::int32_t> : as_double<std::uint32_t>;
    default:
      if (header.kind == 'f') return as_double<double>;
      return is_signed ? as_double<std::int64_t> : as_double<std::uint64_t>;
  }
}

struct Shape {
  Index rows;
  Index columns;
};

Shape matrix_shape(const NpyHeader& header, const std::string& file) {
  const auto shown = fmt::format("shape ({})", fmt::join(header.shape, ", "));
  if (header.shape.empty() || header.shape.size() > 2)
    throw DataError({.file = file}, "an NPY array of one or two dimensions", shown);
  const Shape shape{.rows = header.shape[0],
                    .columns = header.shape.size() == 2 ? header.shape[1] : 1};
  if (shape.rows == 0 || shape.columns == 0)
    throw DataError({.file = file}, "an NPY array with elements", shown);
  // Eigen counts bytes of doubles in an Index, whatever the file's elements are.
  constexpr auto max_elements = std::numeric_limits<Index>::max() / Index{sizeof(double)};
  if (shape.rows > max_elements / shape.columns)
    throw DataError({.file = file}, "an NPY array that memory can address", shown);
  return shape;
}

// A deque grows with what has come and never copies: no more than the elements and the matrix.
std::deque<double> read_items(ByteSource& source, const NpyHeader& header, Index count) {
  const auto decode = decoder(header);
  std::deque<double> items;
  Item item{};
  const auto bytes = std::span(item).first(header.item_bytes);
  for (Index i = 0; i < count; ++i) {
    const auto found = source.read(bytes);
    if (found < bytes.size())
      throw DataError({.file = source.name()},
                      fmt::format("{} NPY elements of {} bytes", count, bytes.size()),
                      fmt::format("{} and the end of the file", i));
    if (header.big_endian) std::ranges::reverse(bytes);
    items.push_back(decode(item));
  }
  if (!source.peek().empty())
    throw DataError({.file = source.name()},
                    fmt::format("the end of the file after {} NPY elements", count), "more bytes");
  return items;
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
  const auto [rows, columns] = matrix_shape(header, source.name());
  const auto items = read_items(source, header, rows * columns);
  Matrix matrix(rows, columns);
  auto item = items.begin();
  if (header.fortran_order) {
    std::copy_n(item, items.size(), matrix.data());
  } else {
    for (Index r = 0; r < rows; ++r)
      for (Index c = 0; c < columns; ++c) matrix(r, c) = *item++;
  }
  return matrix;
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
