// The order of a Rényi divergence or bound: any number in [-inf, +inf], never NaN.
// What an order means for a bound is in renyi_bound.hpp, for a divergence in divergence.hpp.
#pragma once

#include <compare>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace renyi {

// The paper's alpha: VI at 1, IWAE at 0, VR-max at -inf. Where other programs count 1 - alpha,
// convert before constructing.
class Alpha {
 public:
  // Throws UsageError when the order is NaN.
  explicit Alpha(double order);

  static Alpha vi() { return Alpha(1.0); }
  static Alpha iwae() { return Alpha(0.0); }
  static Alpha vr_max() { return Alpha(-std::numeric_limits<double>::infinity()); }
  static Alpha vr_min() { return Alpha(std::numeric_limits<double>::infinity()); }

  // A number, "inf", "+inf", "-inf" or one of the names "vi", "iwae", "vr-max", "vr-min"; throws
  // UsageError that says so for anything else.
  static Alpha parse(std::string_view text);
  // A comma-separated list of what parse() takes, at least one.
  static std::vector<Alpha> parse_list(std::string_view text);

  double value() const { return order_; }
  // 1 - alpha: the power to which weights are raised.
  double power() const { return 1.0 - order_; }
  bool is_finite() const { return order_ - order_ == 0.0; }
  bool is_vi() const { return order_ == 1.0; }
  // The shortest text that parse() reads back as the same order: "0.5", "-inf", "inf".
  std::string to_string() const;

  friend bool operator==(Alpha, Alpha) = default;
  friend std::strong_ordering operator<=>(Alpha left, Alpha right) {
    if (left.order_ < right.order_) return std::strong_ordering::less;
    return left.order_ > right.order_ ? std::strong_ordering::greater : std::strong_ordering::equal;
  }

 private:
  double order_;
};

}  // namespace renyi
