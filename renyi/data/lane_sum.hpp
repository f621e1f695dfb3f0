// A sum in one order, whether its terms are all there or come window by window: four sums of every
// fourth term, which is how a sum of a vector of doubles is made two at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace renyi {

class LaneSum {
 public:
  void add(double term) {
    waiting_[count_++ % lanes] = term;
    if (count_ % lanes != 0) return;
    for (std::size_t i = 0; i < lanes; ++i)
      sums_[i] = count_ == lanes ? waiting_[i] : sums_[i] + waiting_[i];
  }

  // 0 of none.
  double value() const {
    const std::size_t rest = count_ % lanes;
    double even = 0.0, odd = 0.0;
    if (count_ >= lanes) {
      even = sums_[0] + sums_[2];
      odd = sums_[1] + sums_[3];
    }
    if (rest >= 2) {
      even = count_ >= lanes ? even + waiting_[0] : waiting_[0];
      odd = count_ >= lanes ? odd + waiting_[1] : waiting_[1];
    }
    if (count_ == 1) return waiting_[0];
    return rest % 2 == 1 ? even + odd + waiting_[rest - 1] : even + odd;
  }
  double mean() const { return value() / static_cast<double>(count_); }

 private:
  static constexpr std::size_t lanes = 4;

  std::array<double, lanes> sums_{}, waiting_{};
  std::uint64_t count_ = 0;
};

}  // namespace renyi
