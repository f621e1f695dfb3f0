#include "renyi/core/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "renyi/core/error.hpp"
#include "renyi/core/simd/random_blocks-inl.hpp"

namespace renyi {
namespace {

using simd::BlockRange;

// Lines of equal length in memory; line k starts at data + k * stride.
template <class T>
struct Lines {
  T* data;
  std::int64_t count, length, stride;
};

void check(Position first, std::int64_t lines, std::int64_t length, std::int64_t max_length) {
  if (first.row > max_row)
    throw UsageError(fmt::format("random stream: row {} is above {}", first.row, max_row));
  if (lines > std::int64_t{max_draw} + 1 - first.draw)
    throw UsageError(fmt::format("random stream: draws {} to {}, above {}", first.draw,
                                 first.draw + lines - 1, max_draw));
  if (length > max_length)
    throw UsageError(
        fmt::format("random stream: {} elements of one draw, above {}", length, max_length));
}

// `write` turns a range of blocks into T's.
template <class T>
void fill(void (*write)(const BlockRange&, T*), const Stream& stream, Position first,
          Lines<T> out) {
  constexpr std::int64_t per_block = 16 / sizeof(T);
  check(first, out.count, out.length, per_block << 24);
  if (out.count == 0 || out.length == 0) return;
  const std::int64_t blocks_per_line = (out.length + per_block - 1) / per_block;
  BlockRange range{
      .key = {static_cast<std::uint32_t>(stream.seed),
              static_cast<std::uint32_t>(stream.seed >> 32)},
      .block_flags = static_cast<std::uint32_t>(stream.purpose) << 24,
      .draw_flags = static_cast<std::uint32_t>(first.row >> 32) << 24,
      .row = static_cast<std::uint32_t>(first.row),
      .step = stream.step,
      .first_draw = first.draw,
      .blocks_per_line = static_cast<std::uint32_t>(blocks_per_line),
      .first = 0,
      .count = out.count * blocks_per_line,
  };
  const bool contiguous = out.count == 1 || out.stride == out.length;
  if (contiguous && out.length % per_block == 0) return write(range, out.data);

  // Lines with gaps, or that end within a block: through a buffer, then piece by piece.
  constexpr std::int64_t buffer_blocks = 128;
  alignas(64) T buffer[buffer_blocks * per_block];
  const std::int64_t all = range.count;
  std::int64_t line = 0, block = 0;  // where the next piece goes
  for (; range.first < all; range.first += buffer_blocks) {
    range.count = std::min(buffer_blocks, all - range.first);
    write(range, buffer);
    for (std::int64_t done = 0; done < range.count;) {
      const std::int64_t blocks = std::min(blocks_per_line - block, range.count - done);
      const std::int64_t elements = std::min(blocks * per_block, out.length - block * per_block);
      std::memcpy(out.data + line * out.stride + block * per_block, buffer + done * per_block,
                  static_cast<std::size_t>(elements) * sizeof(T));
      done += blocks;
      block += blocks;
      if (block == blocks_per_line) {
        block = 0;
        ++line;
      }
    }
  }
}

template <class T>
Lines<T> lines(std::span<T> out) {
  const auto length = static_cast<std::int64_t>(out.size());
  return {out.data(), 1, length, length};
}
template <class M>
Lines<typename M::Scalar> lines(Eigen::Ref<M>& out) {
  return {out.data(), out.outerSize(), out.innerSize(), out.outerStride()};
}

}  // namespace

void fill_bits(const Stream& stream, Position position, std::span<std::uint32_t> out) {
  fill(simd::random_bits, stream, position, lines(out));
}

void fill_uniform(const Stream& stream, Position position, std::span<float> out) {
  fill<float>(simd::random_uniform, stream, position, lines(out));
}
void fill_uniform(const Stream& stream, Position position, std::span<double> out) {
  fill<double>(simd::random_uniform, stream, position, lines(out));
}
void fill_normal(const Stream& stream, Position position, std::span<float> out) {
  fill<float>(simd::random_normal, stream, position, lines(out));
}
void fill_normal(const Stream& stream, Position position, std::span<double> out) {
  fill<double>(simd::random_normal, stream, position, lines(out));
}

void fill_uniform(const Stream& stream, Position first, Eigen::Ref<MatrixF> out) {
  fill<float>(simd::random_uniform, stream, first, lines(out));
}
void fill_uniform(const Stream& stream, Position first, Eigen::Ref<Matrix> out) {
  fill<double>(simd::random_uniform, stream, first, lines(out));
}
void fill_normal(const Stream& stream, Position first, Eigen::Ref<MatrixF> out) {
  fill<float>(simd::random_normal, stream, first, lines(out));
}
void fill_normal(const Stream& stream, Position first, Eigen::Ref<Matrix> out) {
  fill<double>(simd::random_normal, stream, first, lines(out));
}

}  // namespace renyi
