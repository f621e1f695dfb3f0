#include "renyi/inference/iterate_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "renyi/core/error.hpp"

namespace renyi {

bool IterateBlocks::add(const Vector& parameters, double value) {
  if (count_ == 0) {
    open_.parameters.setZero(parameters.size());
    open_.value = 0.0;
  }
  open_.parameters += parameters;
  open_.value += value;
  if (++count_ < length_) return false;
  open_.parameters /= static_cast<double>(count_);
  open_.value /= static_cast<double>(count_);
  open_.features = features_(open_.parameters);
  count_ = 0;
  blocks_.push_back(open_);
  if (blocks() == most_blocks) merge();
  return true;
}

void IterateBlocks::clear() {
  length_ = first_length;
  count_ = 0;
  blocks_.clear();
}

void IterateBlocks::merge() {
  for (std::size_t i = 0; 2 * i + 1 < blocks_.size(); ++i) {
    Block merged = blocks_[2 * i];
    const Block& next = blocks_[2 * i + 1];
    merged.parameters = 0.5 * (merged.parameters + next.parameters);
    merged.features = 0.5 * (merged.features + next.features);
    merged.value = 0.5 * (merged.value + next.value);
    blocks_[i] = std::move(merged);
  }
  blocks_.resize(blocks_.size() / 2);
  length_ *= 2;
}

IterateBlocks::Window IterateBlocks::window() const {
  if (blocks() < 4) throw UsageError("blocks: expected four or more");
  const std::size_t half = blocks_.size() / 4;  // of the window
  const std::size_t begin = blocks_.size() - 2 * half;
  Window window;
  window.parameters.setZero(blocks_.front().parameters.size());
  const Index features = blocks_.front().features.size();
  Matrix mean = Matrix::Zero(features, 2), squares = Matrix::Zero(features, 2);
  for (std::size_t i = 0; i < 2 * half; ++i) {
    const Block& block = blocks_[begin + i];
    window.parameters += block.parameters;
    window.value += block.value;
    mean.col(i < half ? 0 : 1) += block.features;
  }
  const auto n = static_cast<double>(half);
  mean /= n;
  window.parameters /= 2.0 * n;
  window.value /= 2.0 * n;
  for (std::size_t i = 0; i < 2 * half; ++i) {
    const Index side = i < half ? 0 : 1;
    squares.col(side) += (blocks_[begin + i].features - mean.col(side)).cwiseAbs2();
  }
  const Vector difference = (mean.col(1) - mean.col(0)).cwiseAbs();
  window.drift = difference.maxCoeff();
  // Variances between the two halves' means, times n, and within them.
  for (Index f = 0; f < features; ++f) {
    const double between = 0.5 * n * difference(f) * difference(f);
    const double within = half > 1 ? 0.5 * squares.row(f).sum() / (n - 1.0) : 0.0;
    const double ratio = within > 0.0    ? std::sqrt((n - 1.0) / n + between / (n * within))
                         : between > 0.0 ? INFINITY
                                         : 1.0;
    window.r_hat = std::max(window.r_hat, ratio);
  }
  return window;
}

void IterateBlocks::archive(StateArchive& archive, Index parameters, Index features) {
  if (archive.loads()) {
    open_.parameters.setZero(parameters);
    blocks_.clear();
  }
  const Index size = blocks();
  Matrix all_parameters(parameters, size), all_features(features, size);
  std::vector<double> values;
  for (Index i = 0; i < size; ++i) {
    const Block& block = blocks_[static_cast<std::size_t>(i)];
    all_parameters.col(i) = block.parameters;
    all_features.col(i) = block.features;
    values.push_back(block.value);
  }
  if (open_.parameters.size() == 0) open_.parameters.setZero(parameters);  // before the first step
  archive("blocks.length", length_);
  archive("blocks.count", count_);
  archive("blocks.open", open_.parameters);
  archive("blocks.open_value", open_.value);
  archive("blocks.parameters", all_parameters);
  archive("blocks.features", all_features);
  archive("blocks.values", values);
  if (!archive.loads()) return;
  const Index loaded = std::ssize(values);
  if (loaded != all_parameters.cols() || loaded != all_features.cols() || loaded >= most_blocks)
    archive.refuse("as many columns of 'blocks.parameters' and 'blocks.features' as values",
                   std::to_string(loaded));
  if (length_ < 1 || count_ >= length_)
    archive.refuse("fewer steps in 'blocks.count' than 'blocks.length'", std::to_string(count_));
  for (Index i = 0; i < loaded; ++i)
    blocks_.push_back(
        {all_parameters.col(i), all_features.col(i), values[static_cast<std::size_t>(i)]});
}

}  // namespace renyi
