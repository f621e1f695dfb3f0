// The iterates of a stage of training as means of blocks of equal length, in memory that does not
// grow: when there are too many blocks, neighbours are merged. Tells whether they wander about one
// place.
#pragma once

#include <functional>
#include <vector>

#include "renyi/core/matrix.hpp"
#include "renyi/core/state_archive.hpp"

namespace renyi {

class IterateBlocks {
 public:
  // What is looked at: such as means and log sds, a function of the parameters.
  using Features = std::function<Vector(const Vector& parameters)>;
  explicit IterateBlocks(Features features) : features_(std::move(features)) {}

  // Returns whether a block has become full.
  bool add(const Vector& parameters, double value);
  void clear();  // as if nothing had been added
  Index blocks() const { return static_cast<Index>(blocks_.size()); }

  // The later half of the blocks: their mean, that of the values, the split R-hat of the worst
  // feature, and the largest difference of a feature between the two halves of it.
  struct Window {
    Vector parameters = {};
    double value = 0.0;
    double r_hat = 0.0;
    double drift = 0.0;
  };
  Window window() const;  // of four blocks or more (UsageError)

  // All but what is looked at; parameters and features are so many.
  void archive(StateArchive& archive, Index parameters, Index features);

  static constexpr Index most_blocks = 64;

 private:
  struct Block {
    Vector parameters = {}, features = {};
    double value = 0.0;
  };
  void merge();

  Features features_;
  static constexpr Index first_length = 10;
  Index length_ = first_length, count_ = 0;  // of a block; in the one under way
  Block open_ = {};
  std::vector<Block> blocks_ = {};
};

}  // namespace renyi
