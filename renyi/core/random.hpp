// Random numbers as a pure function of (seed, purpose, step, row, draw, element): Philox4x32-10,
// so that a number does not depend on the thread, the process or the order in which it is asked
// for.
//
// The bit layout is fixed. One Philox block gives four 32-bit words x0..x3:
//   key     = { seed bits 0-31, seed bits 32-63 }
//   counter = { block (24 bits) | purpose << 24,
//               draw (24 bits)  | row bits 32-39 << 24,
//               row bits 0-31,
//               step (32 bits) }
// Element e of a float sequence and of random_bits is word e % 4 of block e / 4. Element e of a
// double sequence is made of words 2 (e % 2), the low half, and 2 (e % 2) + 1, the high half, of
// block e / 2.
#pragma once

#include <cstdint>
#include <span>

#include "renyi/core/matrix.hpp"

namespace renyi {

// What the numbers are for; streams of different purposes never overlap. Append, never renumber.
enum class Purpose : std::uint8_t {
  test = 0,
  draws = 1,        // noise behind the draws from q
  pick = 2,         // the choice of the one backward draw
  permutation = 3,  // random subsets and orders
  data = 4,         // synthetic data sets
  minibatch = 5,    // the order of the rows in an epoch of training
  start = 6,        // where training starts
  predict = 7,      // draws of a fitted model's parameters
  split = 8,        // which rows are kept apart
  binarise = 9,     // grey images as black and white
  evaluate = 10,    // draws of a fitted model's latents
  sample = 11,      // new rows from a fitted model
};

struct Stream {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::test;
  std::uint32_t step = 0;
};

// Where in a stream a sequence of elements stands; limits are checked (UsageError).
struct Position {
  std::uint64_t row = 0;   // < 2^40
  std::uint32_t draw = 0;  // < 2^24
};

inline constexpr std::uint64_t max_row = (std::uint64_t{1} << 40) - 1;
inline constexpr std::uint32_t max_draw = (std::uint32_t{1} << 24) - 1;
// Elements of one (row, draw): 2^24 blocks.
inline constexpr std::int64_t max_float_elements = std::int64_t{1} << 26;
inline constexpr std::int64_t max_double_elements = std::int64_t{1} << 25;

// Elements 0, 1, ... of one position.
void fill_bits(const Stream& stream, Position position, std::span<std::uint32_t> out);

// Uniform on [0, 1): a multiple of 2^-24 (float) or 2^-53 (double).
void fill_uniform(const Stream& stream, Position position, std::span<float> out);
void fill_uniform(const Stream& stream, Position position, std::span<double> out);

// Standard normal, by Box-Muller on pairs of neighbouring elements: elements 2 i and 2 i + 1 are
// sqrt(-2 log u1) (cos 2 pi u2, sin 2 pi u2). Float: u1 = (w + 1) / 2^32 and u2 = w' / 2^32 of
// their two words w and w'. Double: u1 = (floor(w / 2^11) + 1) / 2^53 and u2 = w' / 2^64 of their
// two 64-bit words. The largest values are 6.66 (float) and 8.57 (double).
void fill_normal(const Stream& stream, Position position, std::span<float> out);
void fill_normal(const Stream& stream, Position position, std::span<double> out);

// A whole matrix: contiguous line k (a row of MatrixF, a column of Matrix) holds the elements of
// draw first.draw + k at row first.row. The same numbers as line by line, faster.
void fill_uniform(const Stream& stream, Position first, Eigen::Ref<MatrixF> out);
void fill_uniform(const Stream& stream, Position first, Eigen::Ref<Matrix> out);
void fill_normal(const Stream& stream, Position first, Eigen::Ref<MatrixF> out);
void fill_normal(const Stream& stream, Position first, Eigen::Ref<Matrix> out);

}  // namespace renyi
