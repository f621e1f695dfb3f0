// The contract between random.cpp, which knows matrices and limits, and random_blocks.cpp, which
// turns ranges of Philox blocks into numbers.
#pragma once

#include <cstdint>

namespace renyi::simd {

// Blocks first, first + 1, ... of a flat list in which block i is block i % blocks_per_line of
// draw first_draw + i / blocks_per_line.
struct BlockRange {
  std::uint32_t key[2];
  std::uint32_t block_flags;  // purpose, in place
  std::uint32_t draw_flags;   // row bits 32-39, in place
  std::uint32_t row;          // row bits 0-31
  std::uint32_t step;
  std::uint32_t first_draw;
  std::uint32_t blocks_per_line;
  std::int64_t first;
  std::int64_t count;
};

// Each writes 16 bytes a block: four words or floats, or two doubles.
void random_bits(const BlockRange& range, std::uint32_t* out);
void random_uniform(const BlockRange& range, float* out);
void random_uniform(const BlockRange& range, double* out);
void random_normal(const BlockRange& range, float* out);
void random_normal(const BlockRange& range, double* out);

}  // namespace renyi::simd
