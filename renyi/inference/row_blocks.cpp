#include "renyi/inference/row_blocks.hpp"

#include <algorithm>
#include <string>

namespace renyi {
namespace {

// Rows of small batches that are given out together.
constexpr Index run_rows = 4096;

Index block_of(Index rows) {
  return std::max(Index{1}, (rows + RowBlocks::max_blocks - 1) / RowBlocks::max_blocks);
}

}  // namespace

RowBlocks::RowBlocks(Index rows, Index batch, std::uint64_t seed)
    : rows_(rows),
      batch_(std::min(batch, rows)),
      block_(block_of(rows)),
      order_(rows < 1 || batch < 1 ? rows : (rows + block_ - 1) / block_, batch < 1 ? batch : 1,
             seed),
      buffer_(static_cast<std::size_t>(batch_ * std::max(Index{1}, run_rows / batch_))) {}

void RowBlocks::start(std::int64_t pass) {
  pass_ = pass;
  next_block_ = row_ = end_ = 0;
}

std::span<const Index> RowBlocks::next(Index batches) {
  const auto wanted = static_cast<std::size_t>(batch_ * std::min(batches, max_run()));
  std::size_t size = 0;
  while (size < wanted) {
    if (row_ == end_) {
      if (next_block_ == order_.per_epoch()) break;
      row_ = block_ * order_.rows(pass_, next_block_++).front();
      end_ = std::min(rows_, row_ + block_);
    }
    buffer_[size++] = row_++;
  }
  return {buffer_.data(), size};
}

void RowBlocks::archive(StateArchive& archive) {
  archive("rows.pass", pass_);
  archive("rows.next_block", next_block_);
  archive("rows.row", row_);
  archive("rows.end", end_);
  if (row_ > end_ || end_ > rows_ || next_block_ > order_.per_epoch())
    archive.refuse("a place among " + std::to_string(rows_) + " rows",
                   std::to_string(row_) + " to " + std::to_string(end_));
}

}  // namespace renyi
