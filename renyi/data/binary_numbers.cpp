#include "renyi/data/binary_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr Index first_elements = Index{1} << 16;

template <class Number, class Scalar>
void convert(std::string_view bytes, bool big_endian, Scalar* out) {
  const bool turn = big_endian != (std::endian::native == std::endian::big);
  std::array<char, sizeof(Number)> item{};
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(Number)) {
    std::copy_n(bytes.data() + at, sizeof(Number), item.data());
    if (turn) std::ranges::reverse(item);
    *out++ = static_cast<Scalar>(std::bit_cast<Number>(item));
  }
}

template <class Scalar>
void convert_truth(std::string_view bytes, bool /*big_endian*/, Scalar* out) {
  for (const char byte : bytes) *out++ = byte != 0 ? Scalar{1} : Scalar{0};
}

template <class Scalar>
using Convert = void (*)(std::string_view, bool, Scalar*);

template <class Scalar>
Convert<Scalar> converter(NumberType type) {
  const bool is_signed = type.kind == 'i';
  switch (type.bytes) {
    case 1:
      if (type.kind == 'b') return convert_truth<Scalar>;
      return is_signed ? convert<std::int8_t, Scalar> : convert<std::uint8_t, Scalar>;
    case 2:
      return is_signed ? convert<std::int16_t, Scalar> : convert<std::uint16_t, Scalar>;
    case 4:
      if (type.kind == 'f') return convert<float, Scalar>;
      return is_signed ? convert<std::int32_t, Scalar> : convert<std::uint32_t, Scalar>;
    default:
      if (type.kind == 'f') return convert<double, Scalar>;
      return is_signed ? convert<std::int64_t, Scalar> : convert<std::uint64_t, Scalar>;
  }
}

}  // namespace

void to_floats(std::string_view bytes, NumberType type, float* out) {
  converter<float>(type)(bytes, type.big_endian, out);
}

void to_doubles(std::string_view bytes, NumberType type, double* out) {
  converter<double>(type)(bytes, type.big_endian, out);
}

std::optional<Index> element_count(std::span<const std::int64_t> shape) {
  if (std::ranges::count(shape, 0) > 0) return 0;
  Index count = 1;
  for (const auto size : shape) {
    // Eigen counts bytes of doubles in an Index, whatever the file's elements are.
    if (count > std::numeric_limits<Index>::max() / Index{sizeof(double)} / size) return {};
    count *= size;
  }
  return count;
}

template <class Scalar>
RowMatrix<Scalar> read_numbers(ByteSource& source, NumberType type, Index rows, Index columns,
                               std::string_view format) {
  const auto convert_some = converter<Scalar>(type);
  const Index count = rows * columns;
  // One column, which grows in place (realloc) and at last takes its shape without a copy.
  RowMatrix<Scalar> numbers(std::min(count, first_elements), 1);
  for (Index done = 0; done < count;) {
    const auto next = source.peek(type.bytes);
    const auto waiting = static_cast<Index>(next.size() / type.bytes);
    if (waiting == 0)
      throw DataError({.file = source.name()},
                      fmt::format("{} {} elements of {} bytes", count, format, type.bytes),
                      fmt::format("{} and the end of the file", done));
    const Index some = std::min(waiting, count - done);
    if (done + some > numbers.rows())
      numbers.conservativeResize(std::min(count, std::max(done + some, 2 * done)), 1);
    const auto bytes = static_cast<std::size_t>(some) * type.bytes;
    convert_some(next.substr(0, bytes), type.big_endian, numbers.data() + done);
    source.skip(bytes);
    done += some;
  }
  if (!source.peek().empty())
    throw DataError({.file = source.name()},
                    fmt::format("the end of the file after {} {} elements", count, format),
                    "more bytes");
  numbers.resize(rows, columns);  // Eigen keeps what is there where the count is the same
  return numbers;
}

template RowMatrix<float> read_numbers(ByteSource&, NumberType, Index, Index, std::string_view);
template RowMatrix<double> read_numbers(ByteSource&, NumberType, Index, Index, std::string_view);

}  // namespace renyi
