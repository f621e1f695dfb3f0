// Numbers of any machine's type from a file that holds one after the other. What the numbers mean,
// and what stands before them, is left to the readers of the formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "renyi/core/matrix.hpp"
#include "renyi/data/byte_source.hpp"

namespace renyi {

struct NumberType {
  char kind = 'f';        // f float, i signed, u unsigned, b bool
  std::size_t bytes = 8;  // 4, 8 (f); 1, 2, 4, 8 (i, u); 1 (b)
  bool big_endian = false;
};

// Converts as many numbers as the bytes hold.
void to_floats(std::string_view bytes, NumberType type, float* out);
void to_doubles(std::string_view bytes, NumberType type, double* out);

// How many numbers an array of that shape has; nothing where memory cannot address as many doubles.
std::optional<Index> element_count(std::span<const std::int64_t> shape);

template <class Scalar>
using RowMatrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// rows x columns numbers, row after row, converted to the nearest Scalar (float or double), and
// then the end of the source. The count is believed only as far as bytes come: memory grows with
// them. Missing and surplus bytes are DataError, which names the `format`.
template <class Scalar>
RowMatrix<Scalar> read_numbers(ByteSource& source, NumberType type, Index rows, Index columns,
                               std::string_view format);

}  // namespace renyi
